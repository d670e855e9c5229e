import { useStore } from "@nanostores/react";
import { type ChangeEvent, useEffect, useState } from "react";
import { describeOffer } from "#app/domain/delivery/texts.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { $address, $offer, fetchOffer, readCep, storeCep } from "./delivery-store.ts";
import { maskPostalCode } from "./masks.ts";

/** Zone, fee and next date of a typed or remembered CEP. */
export function CartDelivery() {
  const offer = useStore($offer);
  const address = useStore($address);
  const [typed, setTyped] = useState("");
  const [isTyping, setTyping] = useState(() => readCep().length !== 8);
  useEffect(() => {
    const cep = readCep();
    if (cep.length === 8 && !$address.get()) void fetchOffer({ cep });
  }, []);
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const text = maskPostalCode(event.currentTarget.value);
    setTyped(text);
    const cep = text.replace(/\D/g, "");
    if (cep.length !== 8) return;
    storeCep(cep);
    setTyping(false);
    void fetchOffer({ cep });
  };
  if (isTyping) {
    return (
      <TextField
        label="CEP para ver a entrega"
        inputMode="numeric"
        autoComplete="postal-code"
        value={typed}
        onChange={change}
      />
    );
  }
  return (
    <div className="flex items-center justify-between gap-3">
      <p role="status" className="min-w-0">
        {offer ? describeOffer(offer, new Date()) : "Buscando a entrega…"}
      </p>
      <Button
        variant="ghost"
        className="-mr-4 shrink-0"
        aria-label={`Trocar CEP ${maskPostalCode(address?.cep ?? "")}`}
        onClick={() => setTyping(true)}
      >
        Trocar CEP
      </Button>
    </div>
  );
}

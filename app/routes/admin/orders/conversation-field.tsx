import { useState } from "react";
import { toast } from "#app/client/toast.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type {
  ConversationPeople,
  ConversationRequest,
} from "#app/domain/customers/conversations/schema.ts";
import type { CustomerDetail } from "#app/domain/customers/schema.ts";
import { formatPhone } from "#app/routes/admin/kit/order-labels.tsx";
import { callApi, describeProblem, showProblem } from "#app/routes/admin/kit/session/call-api.ts";
import { Alert } from "#app/routes/admin/kit/states.tsx";
import type { SaleUnit } from "#app/shared/units.ts";
import { Button } from "#app/ui/button.tsx";
import { TextAreaField } from "#app/ui/field.tsx";
import { ProductPicker } from "./product-picker.tsx";

type ReadLine = {
  text: string;
  kind: "one" | "several" | "none";
  quantity?: number;
  rows?: { product_id: string; unit: SaleUnit }[];
  reason?: string;
};
type Reading = ConversationPeople & { lines: ReadLine[]; products: Product[] };

type ReadItem = { product: Product; unit: SaleUnit; quantity: number };
/** Who ordered, as far as it is known. `isChat`: the text was a conversation. */
export type ReadPerson = Pick<ConversationPeople, "customer" | "sender"> & { isChat: boolean };

type ConversationFieldProps = {
  customer: CustomerDetail | undefined;
  onItems: (items: readonly ReadItem[]) => void;
  onPerson: (person: ReadPerson) => void;
};

/** A conversation of WhatsApp or a list: what is read goes to the order, and the seller decides about the rest. */
export function ConversationField({ customer, onItems, onPerson }: ConversationFieldProps) {
  const [pasted, setPasted] = useState("");
  const [error, setError] = useState<string>();
  const [question, setQuestion] = useState<Reading>();
  const [unread, setUnread] = useState<readonly ReadLine[]>([]);
  const [older, setOlder] = useState(0);
  const [assigned, setAssigned] = useState<ReadLine>();

  async function read(known: Omit<ConversationRequest, "text">) {
    const body = { text: pasted, ...known };
    const answer = await callApi<Reading>("POST", "/api/orders/taken/conversation", body);
    setError(answer.ok ? undefined : describeProblem(answer.problem));
    if (!answer.ok) return;
    if (hasQuestion(answer.data)) setQuestion(answer.data);
    else accept(answer.data);
  }

  function accept({ lines, products, customer: person, sender, senders, older: left }: Reading) {
    onPerson({ customer: person, sender, isChat: senders.length > 0 });
    // A line with several meanings is a question to the customer, not a choice of the first one.
    const meant = lines.filter(({ kind }) => kind === "one");
    onItems(
      meant.flatMap(({ rows: [row] = [], quantity = 1 }) => {
        const product = row && products.find(({ id }) => id === row.product_id);
        return product ? [{ product, unit: row.unit, quantity }] : [];
      }),
    );
    const rest = lines.filter(({ kind }) => kind !== "one");
    setUnread([...new Map(rest.map((line) => [line.text, line])).values()]);
    setOlder(left);
    setQuestion(undefined);
    setPasted("");
  }

  const settle = (line: ReadLine) => setUnread(unread.filter((other) => other !== line));

  async function assign(line: ReadLine, product: Product, unit: SaleUnit) {
    setAssigned(undefined);
    settle(line);
    onItems([{ product, unit, quantity: line.quantity ?? 1 }]);
    if (!customer) return;
    const body = { text: line.text, product_id: product.id, unit };
    const answer = await callApi("POST", `/api/customers/${customer.id}/aliases`, body);
    if (!answer.ok) return showProblem("O texto não foi aprendido", answer.problem);
    toast({
      title: "Aprendido para este cliente",
      description: `“${line.text}” passa a ser ${product.title}.`,
    });
  }

  const known = customer ? { customer_id: customer.id } : {};
  return (
    <>
      <TextAreaField
        label="Lista do cliente"
        optional
        rows={3}
        hint="Cole a lista ou a conversa inteira do WhatsApp."
        placeholder={"10 polpa de açaí\n2 caixas de morango"}
        value={pasted}
        onChange={({ currentTarget }) => {
          setPasted(currentTarget.value);
          setQuestion(undefined);
        }}
      />
      {pasted.trim() !== "" && !question && (
        <Button variant="outline" onClick={() => read(known)} className="self-start">
          Ler lista
        </Button>
      )}
      {error && <Alert>{error}</Alert>}
      {question && (
        <WhoOrdered
          reading={question}
          onSender={(sender) => read({ ...known, sender })}
          onCustomer={(customer_id) =>
            read({ customer_id, ...(question.sender && { sender: question.sender.name }) })
          }
          onNobody={() => accept(question)}
        />
      )}
      {older > 0 && (
        <p role="status" className="text-sm text-muted">
          {older === 1
            ? "Uma mensagem mais antiga ficou de fora."
            : `${older} mensagens mais antigas ficaram de fora.`}
        </p>
      )}
      {unread.length > 0 && (
        <section aria-label="Não entendi">
          <h3 className="font-semibold">Não entendi</h3>
          <ul className="divide-y divide-line">
            {unread.map((line) => (
              <li
                key={line.text}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2"
              >
                <p className="min-w-0 grow basis-48 wrap-anywhere">
                  {line.text}
                  <span className="block text-sm text-muted">
                    {line.reason ?? "Há mais de um produto assim."}
                  </span>
                </p>
                <div className="flex gap-2">
                  <Button
                    variant="outline"
                    size="compact"
                    onClick={() => setAssigned(line)}
                    aria-label={`Escolher produto para ${line.text}`}
                  >
                    Escolher produto
                  </Button>
                  <Button
                    variant="ghost"
                    size="compact"
                    onClick={() => settle(line)}
                    aria-label={`Ignorar ${line.text}`}
                  >
                    Ignorar
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      <ProductPicker
        open={assigned !== undefined}
        title={assigned ? `O que é “${assigned.text}”?` : "Escolher produto"}
        onClose={() => setAssigned(undefined)}
        onPick={(product, unit) => assigned && assign(assigned, product, unit)}
      />
    </>
  );
}

function hasQuestion({ customer, candidates, sender, senders }: Reading): boolean {
  return (!sender && senders.length > 1) || (!customer && candidates.length > 0);
}

type WhoOrderedProps = {
  reading: Reading;
  onSender: (name: string) => void;
  onCustomer: (id: string) => void;
  onNobody: () => void;
};

/** Asks which person of the conversation ordered, or which customer this person is. */
function WhoOrdered({ reading, onSender, onCustomer, onNobody }: WhoOrderedProps) {
  const { sender, senders, candidates } = reading;
  const isPerson = !sender;
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="mb-2 font-semibold">
        {isPerson ? "Quem fez o pedido?" : `${sender.name} é qual cliente?`}
      </legend>
      {isPerson
        ? senders.map(({ name }) => (
            <Button key={name} variant="outline" onClick={() => onSender(name)}>
              {name}
            </Button>
          ))
        : candidates.map(({ id, name, phone }) => (
            <Button key={id} variant="outline" onClick={() => onCustomer(id)}>
              {[name, phone && formatPhone(phone)].filter(Boolean).join(" · ")}
            </Button>
          ))}
      {!isPerson && (
        <Button variant="ghost" onClick={onNobody}>
          Nenhum destes
        </Button>
      )}
    </fieldset>
  );
}

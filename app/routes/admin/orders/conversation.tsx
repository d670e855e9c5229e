import { useState } from "react";
import { describeProblem } from "#app/client/api-request.ts";
import { toast } from "#app/client/toast.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type {
  ConversationPeople,
  ConversationRequest,
} from "#app/domain/customers/conversations/schema.ts";
import type { CustomerDetail } from "#app/domain/customers/schema.ts";
import { ActionRow } from "#app/routes/admin/kit/lists/action-row.tsx";
import { formatPhone } from "#app/routes/admin/kit/orders/order-labels.tsx";
import { callApi, showProblem } from "#app/routes/admin/kit/session/call-api.ts";
import { Alert } from "#app/routes/admin/kit/states.tsx";
import { formatDay } from "#app/shared/days.ts";
import type { SaleUnit } from "#app/shared/units.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { itemsOf, type ReadItem, type ReadLine } from "./conversation-items.ts";
import { ProductPicker } from "./product-picker.tsx";

type Reading = ConversationPeople & { lines: ReadLine[]; products: Product[] };

/** The sender of the order with their customer, if there is one. `isChat`: the text was a conversation. */
export type ReadPerson = Pick<ConversationPeople, "customer" | "sender"> & { isChat: boolean };

type Accepted = Pick<Reading, "orders" | "order_at"> & {
  request: ConversationRequest;
  items: readonly ReadItem[];
};

type ConversationOptions = {
  customer: CustomerDetail | undefined;
  /** `replaced`: the items of another reading of the same conversation, which is given up. */
  onItems: (items: readonly ReadItem[], replaced?: readonly ReadItem[]) => void;
  onPerson: (person: ReadPerson) => void;
};

/**
 * Reads a pasted conversation of WhatsApp or list: lines with one meaning go to the order, the seller decides about the others in
 * `questions`.
 */
export function useConversation({ customer, onItems, onPerson }: ConversationOptions) {
  const [pasted, setPasted] = useState("");
  const [isReading, setReading] = useState(false);
  const [error, setError] = useState<string>();
  const [question, setQuestion] = useState<Reading>();
  const [unread, setUnread] = useState<readonly ReadLine[]>([]);
  /** The conversation whose items are in the order. */
  const [accepted, setAccepted] = useState<Accepted>();
  const [assigned, setAssigned] = useState<ReadLine>();
  const customerChoice = customer ? { customer_id: customer.id } : {};

  async function read(request: ConversationRequest, again?: Accepted) {
    setReading(true);
    const answer = await callApi<Reading>("POST", "/api/orders/taken/conversation", request);
    setReading(false);
    setError(answer.ok ? undefined : describeProblem(answer.problem));
    if (!answer.ok) return;
    if (!again && hasQuestion(answer.data)) setQuestion(answer.data);
    else accept(answer.data, request, again?.items);
  }
  const readText = (choices: Omit<ConversationRequest, "text">) =>
    void read({ text: pasted, ...choices });

  function accept(reading: Reading, request: ConversationRequest, replaced?: readonly ReadItem[]) {
    const { lines, products, customer: person, sender, senders } = reading;
    const items = itemsOf(lines, products);
    if (!replaced) onPerson({ customer: person, sender, isChat: senders.length > 0 });
    onItems(items, replaced);
    // A line with several meanings is a question to the customer, not a choice of the first one.
    const rest = lines.filter(({ kind }) => kind !== "one");
    setUnread([...new Map(rest.map((line) => [line.text, line])).values()]);
    setAccepted({ request, items, orders: reading.orders, order_at: reading.order_at });
    setQuestion(undefined);
  }

  const removeUnread = (line: ReadLine) => setUnread(unread.filter((other) => other !== line));

  async function assign(line: ReadLine, product: Product, unit: SaleUnit) {
    setAssigned(undefined);
    removeUnread(line);
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

  const questions = (
    <>
      {error && <Alert>{error}</Alert>}
      {question && (
        <WhoOrdered
          reading={question}
          disabled={isReading}
          onSender={(sender) => readText({ ...customerChoice, sender })}
          onCustomer={(customer_id) =>
            readText({ customer_id, ...(question.sender && { sender: question.sender.name }) })
          }
          onNewCustomer={() => accept(question, { text: pasted })}
        />
      )}
      {accepted?.order_at && accepted.orders.length === 1 && (
        <p role="status" className="text-sm text-muted">
          Mensagens de {formatMinute(accepted.order_at)}.
        </p>
      )}
      {accepted && accepted.orders.length > 1 && (
        <SelectField
          label="Pedido lido da conversa"
          value={accepted.order_at ?? ""}
          disabled={isReading}
          onChange={({ currentTarget }) =>
            void read(
              { ...accepted.request, ...customerChoice, order_at: currentTarget.value },
              accepted,
            )
          }
        >
          {accepted.orders.map(({ at, text }) => (
            <option key={at} value={at}>
              {formatMinute(at)}: {text}
            </option>
          ))}
        </SelectField>
      )}
      <UnreadLines lines={unread} onAssign={setAssigned} onIgnore={removeUnread} />
      <ProductPicker
        open={assigned !== undefined}
        title={assigned ? `O que é “${assigned.text}”?` : "Escolher produto"}
        initialText={assigned?.words}
        unit={assigned?.unit}
        onClose={() => setAssigned(undefined)}
        onPick={(product, unit) => assigned && assign(assigned, product, unit)}
      />
    </>
  );

  return {
    isReading,
    questions,
    /** The text of the clipboard: who ordered and what. */
    readPasted(text: string) {
      setPasted(text);
      setQuestion(undefined);
      void read({ text, ...customerChoice });
    },
  };
}

/** "2026-11-10T08:15" → "10/11/2026 às 08:15". */
function formatMinute(at: string): string {
  const [day = "", time = ""] = at.split("T");
  return `${formatDay(day)} às ${time}`;
}

type UnreadLinesProps = {
  lines: readonly ReadLine[];
  onAssign: (line: ReadLine) => void;
  onIgnore: (line: ReadLine) => void;
};

function UnreadLines({ lines, onAssign, onIgnore }: UnreadLinesProps) {
  if (lines.length === 0) return null;
  return (
    <section aria-label="Não entendi">
      <h3 className="font-semibold">Não entendi</h3>
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <ActionRow
            key={line.text}
            text={line.text}
            detail={line.reason ?? "Há mais de um produto assim."}
          >
            <div className="flex gap-2">
              <Button
                variant="outline"
                size="compact"
                onClick={() => onAssign(line)}
                aria-label={`Escolher produto para ${line.text}`}
              >
                Escolher produto
              </Button>
              <Button
                variant="ghost"
                size="compact"
                onClick={() => onIgnore(line)}
                aria-label={`Ignorar ${line.text}`}
              >
                Ignorar
              </Button>
            </div>
          </ActionRow>
        ))}
      </ul>
    </section>
  );
}

function hasQuestion({ customer, candidates, sender, senders }: Reading): boolean {
  return (!sender && senders.length > 1) || (!customer && candidates.length > 0);
}

type WhoOrderedProps = {
  reading: Reading;
  disabled: boolean;
  onSender: (name: string) => void;
  onCustomer: (id: string) => void;
  onNewCustomer: () => void;
};

/** The question which person of the conversation ordered, or which customer this person is. */
function WhoOrdered(props: WhoOrderedProps) {
  const { reading, disabled, onSender, onCustomer, onNewCustomer } = props;
  const { sender, senders, candidates } = reading;
  const isPerson = !sender;
  return (
    <fieldset disabled={disabled} className="flex flex-wrap items-center gap-2">
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
        <Button variant="ghost" onClick={onNewCustomer}>
          Nenhum destes
        </Button>
      )}
    </fieldset>
  );
}

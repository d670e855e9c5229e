import { Link } from "react-router";
import type { CustomerArea } from "#app/domain/customer-area/schema.ts";
import { formatSharedList } from "#app/domain/orders/cart/shared-list.ts";
import { describeBalance } from "#app/domain/receivables/rules.ts";
import type { Address } from "#app/shared/address.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { AccountDue } from "../statement/account-due.tsx";

type SectionProps = { area: CustomerArea };

const maxListedOrders = 5;

/** The amount that is due, with its Pix, and the link to the statement. */
export function AreaAccount({ area: { account, statement } }: SectionProps) {
  return (
    <section aria-labelledby="conta" className="flex flex-col gap-4">
      <h2 id="conta" className="text-2xl">
        Sua conta
      </h2>
      <p className="text-xl font-bold tabular-nums">{describeBalance(account.balance)}</p>
      <AccountDue level={3} account={account} maxOrders={maxListedOrders} />
      <p>
        <ButtonLink to={statement} variant="outline" className="max-sm:w-full">
          Ver o extrato
        </ButtonLink>
      </p>
    </section>
  );
}

/** Named lists: each opens as a list that goes to the cart. */
export function AreaLists({ area: { lists } }: SectionProps) {
  return (
    <section aria-labelledby="listas">
      <h2 id="listas" className="text-2xl">
        Listas
      </h2>
      {lists.length === 0 ? (
        <p className="mt-2 text-muted">
          Guarde um carrinho como lista em{" "}
          <Link to="/lista" className="text-primary-ink underline">
            Listas de compras
          </Link>
          , e ela aparece em todos os seus aparelhos.
        </p>
      ) : (
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {lists.map((list) => (
            <li key={list.id} className="flex items-center justify-between gap-4 py-1">
              <Link
                to={`/lista#${formatSharedList(list)}`}
                className="flex min-h-11 min-w-0 items-center font-semibold wrap-anywhere underline"
              >
                {list.name}
              </Link>
              <span className="shrink-0 text-muted">
                {list.lines.length === 1 ? "1 produto" : `${list.lines.length} produtos`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The addresses of earlier deliveries. The last one fills the next checkout. */
export function AreaAddresses({ area: { addresses } }: SectionProps) {
  if (addresses.length === 0) return null;
  return (
    <section aria-labelledby="enderecos">
      <h2 id="enderecos" className="text-2xl">
        Endereços
      </h2>
      <p className="mt-1 text-muted">O do último pedido já vem no próximo.</p>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {addresses.map((address) => (
          <li key={Object.values(address).join()} className="py-2.5 wrap-anywhere">
            {describeAddress(address)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function describeAddress({ street, number, complement, neighborhood, city, state }: Address) {
  const place = [city, state].filter(Boolean).join(" – ");
  return [[street, number].filter(Boolean).join(", "), complement, neighborhood, place]
    .filter(Boolean)
    .join(" · ");
}

type RemoveButtonProps = { label: string; onRemove: () => void };

export function RemoveButton({ label, onRemove }: RemoveButtonProps) {
  return (
    <Button variant="ghost" size="icon" aria-label={label} onClick={onRemove}>
      <span className="icon-[lucide--trash-2] size-5" aria-hidden />
    </Button>
  );
}

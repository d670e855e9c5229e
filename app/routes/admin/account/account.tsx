import { administratorContext, shopContext } from "#app/context.ts";
import { PageHeader } from "#app/routes/admin/ui/page-header.tsx";
import type { Route } from "./+types/account";
import { PasswordSection } from "./password-section.tsx";
import { SecondFactorSection } from "./second-factor-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { TokensSection } from "./tokens-section.tsx";

export function loader({ context }: Route.LoaderArgs) {
  const { id } = context.get(administratorContext);
  return context.get(shopContext).auth.readAccount(id);
}

export default function AccountPage({ loaderData }: Route.ComponentProps) {
  const { email, password_changed_at, second_factor, sessions, tokens } = loaderData;
  return (
    <>
      <PageHeader title="Conta" description={email} />
      <PasswordSection email={email} changedAt={password_changed_at} />
      <SecondFactorSection secondFactor={second_factor} />
      <SessionsSection sessions={sessions} />
      <TokensSection tokens={tokens} />
    </>
  );
}

import { randomUUID } from "node:crypto";
import type { PixBankSettings } from "./settings.ts";

/** Headers or query fields of a profile with the shop's values. */
export function fillFields(
  fields: Readonly<Record<string, string>> = {},
  { clientId, applicationKey = "" }: Pick<PixBankSettings, "clientId" | "applicationKey">,
): Record<string, string> {
  const values: Record<string, string> = { clientId, applicationKey, uuid: randomUUID() };
  const entries = Object.entries(fields).map(([name, text]) => [
    name,
    text.replace(/\{(\w+)\}/g, (whole, value: string) => values[value] ?? whole),
  ]);
  return Object.fromEntries(entries);
}

/** Address, headers and body of the request for a token; the profile says where id, secret, grant and scopes are. */
export function describeTokenRequest({ profile, tokenUrl, ...settings }: PixBankSettings) {
  const { login, grant, format, hasScopes } = profile.token;
  const { clientId, clientSecret, scopes } = settings;
  const grantType = { grant_type: "client_credentials" };
  const fields: Record<string, string> = {
    ...(grant === "body" && grantType),
    ...(hasScopes && { scope: scopes }),
    ...(login === "body" && { client_id: clientId }),
    ...(login === "body" && clientSecret !== undefined && { client_secret: clientSecret }),
  };
  const basic = Buffer.from(`${clientId}:${clientSecret ?? ""}`).toString("base64");
  const isForm = format === "form";
  return {
    address: withQuery(tokenUrl, grant === "query" ? grantType : {}),
    headers: {
      ...(login === "header" && { Authorization: `Basic ${basic}` }),
      "Content-Type": isForm ? "application/x-www-form-urlencoded" : "application/json",
    },
    body: isForm ? new URLSearchParams(fields).toString() : JSON.stringify(fields),
  };
}

export function withQuery(address: string, fields: Record<string, string>): string {
  const query = new URLSearchParams(fields).toString();
  return query === "" ? address : `${address}?${query}`;
}

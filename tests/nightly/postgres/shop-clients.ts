import { Client } from "pg";
import { createClient } from "#docs/api-client.ts";
import { createSender, email, signIn } from "#tests/integration/administrator.ts";

/** The rows of one statement on the server at `url`. */
export async function queryServer(url: string, text: string) {
  const client = new Client(url);
  await client.connect();
  return (await client.query(text).finally(() => client.end())).rows;
}

/** A client of the shop's API with a new read token. */
export async function createReader(shopUrl: string, password: string) {
  const Cookie = await signIn(createSender(shopUrl), { email, password });
  const named = { name: "ERP", scope: "read" };
  const created = await createSender(shopUrl, { Cookie })("POST", "/api/auth/tokens", named);
  return createClient(shopUrl, (await created.json()).token);
}

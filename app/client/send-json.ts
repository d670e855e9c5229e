export type JsonAnswer<Data> = { ok: true; data: Data } | { ok: false; message: string };

export const noConnection = "Não deu certo. Confira sua internet e tente de novo.";

/** Sends a request of a visitor to the API, and never throws. `message` says what the API rejected. */
export async function sendJson<Data = undefined>(
  method: "GET" | "POST" | "DELETE",
  path: `/api/${string}`,
  body?: object,
): Promise<JsonAnswer<Data>> {
  try {
    const response = await fetch(path, {
      method,
      headers: { "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const data = response.status === 204 ? undefined : await response.json();
    if (response.ok) return { ok: true, data };
    const { errors = [], title = noConnection } = data;
    return { ok: false, message: errors[0]?.message ?? title };
  } catch {
    return { ok: false, message: noConnection };
  }
}

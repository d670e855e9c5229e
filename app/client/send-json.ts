export type JsonAnswer<Data> = { ok: true; data: Data } | { ok: false; message: string };

const failure = "Não deu certo. Confira sua internet e tente de novo.";

/** Sends a request of a visitor to the API, and never throws. `message` says what the API rejected. */
export async function sendJson<Data>(
  method: "GET" | "POST",
  path: `/api/${string}`,
  body?: object,
): Promise<JsonAnswer<Data>> {
  try {
    const response = await fetch(path, {
      method,
      headers: { "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const data = await response.json();
    if (response.ok) return { ok: true, data };
    const { errors = [], title = failure } = data;
    return { ok: false, message: errors[0]?.message ?? title };
  } catch {
    return { ok: false, message: failure };
  }
}

import { readFileSync } from "node:fs";
import { createServer } from "node:http";

/** The fastest that Node can be: `node bare-server.ts <port> <page> <headers>` sends the same bytes to every request. */
const [, , port = "", pageFile = "", headersFile = ""] = process.argv;
const page = readFileSync(pageFile);
const headers: Record<string, string> = JSON.parse(readFileSync(headersFile, "utf8"));

createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(page);
}).listen(Number(port), "127.0.0.1");

import { parseXml, type XmlElement, XmlElement as XmlElementClass } from "@rgrove/parse-xml";

/** An NF-e has at most 500 kB; the file with its protocol and signature is hardly larger. */
export const maxInvoiceBytes = 1024 * 1024;
/** An NF-e of 990 items with all taxes has some 100,000. */
const maxElements = 150_000;
const maxDepth = 30;
const maxAttributes = 5000;

export type XmlReading = { ok: true; root: XmlElement } | { ok: false; message: string };

/**
 * Reads a file from someone else. Document types are rejected before the parser runs, so that no entity is declared, and so are
 * depth and number of elements: the parser recurses.
 */
export function readXml(bytes: Uint8Array): XmlReading {
  if (bytes.byteLength > maxInvoiceBytes) return reject("O arquivo passa de 1 MB.");
  const text = decodeXml(bytes);
  if (text === undefined) return reject("O arquivo não é um XML em UTF-8 ou ISO-8859-1.");
  const problem = findStructureProblem(text);
  if (problem) return reject(problem);
  try {
    const { root } = parseXml(text);
    if (!root) return reject(malformed);
    return countAttributes(root) > maxAttributes
      ? reject("O arquivo tem atributos demais.")
      : { ok: true, root };
  } catch {
    return reject(malformed);
  }
}

const malformed = "O arquivo não é um XML bem formado.";

function reject(message: string): XmlReading {
  return { ok: false, message };
}

/** UTF-8 with or without its mark, or what the declaration says, if it is the encoding of Western Europe. */
function decodeXml(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  const hasMark = head.startsWith("\u00ef\u00bb\u00bf");
  const [, declared = "utf-8"] =
    /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)["']/i.exec(head) ?? [];
  const isWestern = /^(?:iso-8859-1|latin1|windows-1252)$/i.test(declared) && !hasMark;
  if (!isWestern && !hasMark && !/^utf-?8$/i.test(declared)) return undefined;
  try {
    return new TextDecoder(isWestern ? "windows-1252" : "utf-8", { fatal: true })
      .decode(bytes)
      .trimStart();
  } catch {
    return undefined;
  }
}

/** Goes from tag to tag; each character is looked at once. */
function findStructureProblem(text: string): string | undefined {
  let depth = 0;
  let elements = 0;
  for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", at)) {
    const end = endOfMarkup(text, at);
    if (end === "document-type") return "O arquivo declara um DOCTYPE, que uma NF-e não tem.";
    if (end === -1) return malformed;
    const change = depthChange(text, at, end);
    depth += change ?? 0;
    if (change !== undefined && change >= 0) elements += 1;
    if (depth > maxDepth) return "O arquivo tem níveis demais.";
    if (elements > maxElements) return "O arquivo tem elementos demais.";
    at = end + 1;
  }
  return undefined;
}

/** 1 for a start tag, 0 for an empty element, -1 for an end tag; undefined for anything else. */
function depthChange(text: string, at: number, end: number): -1 | 0 | 1 | undefined {
  const sign = text[at + 1] ?? "";
  if (sign === "/") return -1;
  if (sign === "!" || sign === "?") return undefined;
  return text[end - 1] === "/" ? 0 : 1;
}

function endOfMarkup(text: string, at: number): number | "document-type" {
  if (text.startsWith("<!--", at)) return text.indexOf("-->", at + 4);
  if (text.startsWith("<![CDATA[", at)) return text.indexOf("]]>", at);
  if (text.startsWith("<!", at)) return "document-type";
  return text.indexOf(text.startsWith("<?", at) ? "?>" : ">", at);
}

function countAttributes(element: XmlElement): number {
  let count = Object.keys(element.attributes).length;
  for (const child of childrenOf(element)) count += countAttributes(child);
  return count;
}

function childrenOf(element: XmlElement): XmlElement[] {
  return element.children.filter((child) => child instanceof XmlElementClass);
}

/** Returns the name of an element without the prefix of its namespace. */
export function localName({ name }: XmlElement): string {
  return name.slice(name.indexOf(":") + 1);
}

export function findChildren(element: XmlElement | undefined, name: string): XmlElement[] {
  return element ? childrenOf(element).filter((child) => localName(child) === name) : [];
}

/** The elements of a name at any depth. */
export function findDescendants(element: XmlElement, name: string): XmlElement[] {
  return childrenOf(element).flatMap((child) => [
    ...(localName(child) === name ? [child] : []),
    ...findDescendants(child, name),
  ]);
}

/** The element at the end of a path of names. */
export function findElement(element: XmlElement | undefined, path: string): XmlElement | undefined {
  return path
    .split("/")
    .reduce<XmlElement | undefined>((parent, name) => findChildren(parent, name)[0], element);
}

/** The text at the end of a path of names; empty when there is none. */
export function readText(element: XmlElement | undefined, path: string): string {
  return findElement(element, path)?.text.trim() ?? "";
}

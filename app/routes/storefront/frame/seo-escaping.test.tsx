import { renderToString } from "react-dom/server";
import { createRoutesStub, Meta } from "react-router";
import { expect, test } from "vitest";
import type { Site } from "./structured-data.ts";
import { textPageMeta } from "./text-page-meta.ts";

const hostile = `</script><script>alert("1")</script><!--"><img src=x onerror=alert(1)>`;

const site: Site = {
  origin: "https://loja.example",
  settings: {
    site_name: hostile,
    seo_default: { description: hostile, keywords: hostile },
    logo: null,
    hero_image_url: `/media/${hostile}`,
    hero_image_focus: "center",
    premium_fruits_image_url: null,
    whatsapp: null,
    delivery_settings: { delivery_fee: 0, minimum_order: 0, free_delivery_minimum: 0 },
    phone: hostile,
    email: hostile,
    payment_terms: {},
    payment_methods: [hostile],
    legal_name: hostile,
    cnpj: null,
    address: null,
    opening_hours: null,
    social_links: [],
    stage: "open",
    show_ratings: true,
  },
};

test("text from the back office cannot end its tag", () => {
  const Page = createRoutesStub([
    {
      id: "page",
      path: "/",
      Component: Meta,
      meta: () => textPageMeta(site, { title: hostile, path: "/x" }, () => [{ name: hostile }]),
    },
  ]);
  const html = renderToString(<Page />);
  expect(html.match(/<script/g)).toHaveLength(2);
  expect(html.match(/<\/script/g)).toHaveLength(2);
  expect(html).not.toMatch(/<img|<!--"/);
  const [, json = ""] = /ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(json)).toMatchObject({ "@type": "BreadcrumbList" });
});

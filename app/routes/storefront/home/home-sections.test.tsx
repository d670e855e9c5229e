import { renderToString } from "react-dom/server";
import { createRoutesStub, useLoaderData } from "react-router";
import { expect, test } from "vitest";
import { HomePremium } from "./home-sections.tsx";

const picture = "/media/site/premium-fruits.webp";
const text = "Colhidas no ponto.";

const Page = createRoutesStub([{ id: "root", path: "/", Component: Banner }]);

function Banner() {
  return <HomePremium text={useLoaderData<{ premiumText?: string }>().premiumText} />;
}

function render(premium_fruits_image_url: string | null, premiumText: string | undefined) {
  const root = { settings: { premium_fruits_image_url }, categories: [], premiumText };
  return renderToString(<Page hydrationData={{ loaderData: { root } }} />);
}

test.each([
  ["its picture and text", picture, text],
  ["its picture alone", picture, undefined],
  ["its picture and an empty text", picture, ""],
  ["its text alone", null, text],
])("the banner of premium fruits is shown with %s", (_title, url, premiumText) => {
  const html = render(url, premiumText);
  expect(html).toContain("Frutas Premium Selecionadas");
  expect(html.includes(picture)).toBe(url === picture);
  expect(html.includes(text)).toBe(premiumText === text);
});

test("without picture and text there is no banner", () => {
  expect(render(null, undefined)).toBe("");
});

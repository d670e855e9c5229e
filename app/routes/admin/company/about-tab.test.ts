import { expect, test } from "vitest";
import type { AboutPage, Settings } from "#app/domain/company/schema.ts";
import { aboutTab } from "./about-tab.tsx";

const page: AboutPage = {
  hero: { title: "Sobre", subtitle: "", location: "Jundiaí, SP", image_url: "/media/a.jpg" },
  stats: [{ number: "15+", label: "anos" }],
  mission_vision: { mission: "Levar fruta", vision: "" },
  values: [{ title: "Frio", description: "Do pomar ao freezer" }],
  timeline: [{ year: "2010", title: "Começo", description: "" }],
  team: [{ title: "Ana", subtitle: "Compras", description: "" }],
  certifications: ["SIF", "Orgânico"],
};

const settingsWith = (about_page_content: AboutPage | null) => ({ about_page_content }) as Settings;

test("reading and writing a page does not change it", () => {
  const { read, write } = aboutTab;
  expect(write(read(settingsWith(page)))).toEqual({ about_page_content: page });
});

test("certifications are edited as entries with a value", () => {
  expect(aboutTab.read(settingsWith(page)).about_page_content.certifications).toEqual([
    { value: "SIF" },
    { value: "Orgânico" },
  ]);
});

test("a page that was never saved has an empty draft", () => {
  const draft = aboutTab.read(settingsWith(null));
  expect(draft.about_page_content).toMatchObject({
    hero: { title: "" },
    mission_vision: { mission: "" },
    stats: [],
    certifications: [],
  });
});

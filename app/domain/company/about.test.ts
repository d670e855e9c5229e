import { expect, test } from "vitest";
import { aboutContent } from "./about.ts";

const address = {
  street: "Rua das Araucárias, 7",
  neighborhood: "Capivari",
  city: "Campos do Jordão",
  state: "SP",
  zipCode: "12460000",
  map_url: "",
};

test("before the first save the page has a header and no sections", () => {
  expect(aboutContent(null, { site_name: "Frutas da Serra", address })).toEqual({
    hero: {
      title: "Sobre a Frutas da Serra",
      subtitle: "Quem somos e como trabalhamos.",
      location: "Campos do Jordão, SP",
      image_url: "",
    },
    stats: [],
    mission_vision: { mission: "", vision: "" },
    values: [],
    timeline: [],
    team: [],
    certifications: [],
  });
});

test("blank entries are removed, partly filled ones stay", () => {
  const content = aboutContent(
    {
      stats: [
        { number: "", label: " " },
        { number: "30+", label: "" },
      ],
      certifications: ["", "SIF"],
    },
    { site_name: null, address: null },
  );
  expect(content.stats).toEqual([{ number: "30+", label: "" }]);
  expect(content.certifications).toEqual(["SIF"]);
});

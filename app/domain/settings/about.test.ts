import { expect, test } from "vitest";
import { aboutContent } from "./about.ts";

test("before the first save the page has a header and no sections", () => {
  expect(aboutContent(null, { site_name: "Frutas da Serra" })).toEqual({
    hero: {
      title: "Sobre a Frutas da Serra",
      subtitle: expect.stringContaining("Polpas"),
      location: "Jundiaí, SP",
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
    { site_name: null },
  );
  expect(content.stats).toEqual([{ number: "30+", label: "" }]);
  expect(content.certifications).toEqual(["SIF"]);
});

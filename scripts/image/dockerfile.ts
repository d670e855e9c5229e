type Step = { instruction: string; words: string[]; text: string };

/** One stage of a Dockerfile, with what its instructions set. */
export type Stage = {
  name: string;
  workdir: string;
  env: Record<string, string>;
  entrypoint: string[];
  steps: Step[];
};

/** The stages of a Dockerfile that keeps to FROM … AS, WORKDIR, ENV, COPY, RUN and an ENTRYPOINT in JSON. */
export function parseStages(text: string): Stage[] {
  const stages: Stage[] = [];
  for (const step of stepsOf(text)) {
    if (step.instruction === "FROM") stages.push(begin(step, stages.length));
    const stage = stages.at(-1);
    if (!stage) continue;
    if (step.instruction === "WORKDIR") stage.workdir = step.text;
    if (step.instruction === "ENV") Object.assign(stage.env, settingsOf(step.words));
    if (step.instruction === "ENTRYPOINT") stage.entrypoint = JSON.parse(step.text);
    stage.steps.push(step);
  }
  return stages;
}

function stepsOf(text: string): Step[] {
  const lines = text
    .replace(/^#.*$/gm, "")
    .replace(/\\\n\s*/g, "")
    .split("\n");
  return lines.filter(Boolean).map((line) => {
    const [instruction = "", ...words] = line.split(/\s+/);
    return { instruction, words, text: words.join(" ") };
  });
}

function begin({ words }: Step, number: number): Stage {
  const name = words.at(-2) === "AS" ? (words.at(-1) ?? "") : `stage-${number}`;
  return { name, workdir: "/", env: {}, entrypoint: [], steps: [] };
}

function settingsOf(words: string[]): Record<string, string> {
  return Object.fromEntries(words.map((word) => word.split("=", 2)));
}

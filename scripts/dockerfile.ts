import path from "node:path";

type Step = { instruction: string; args: string[]; text: string };

/** One stage of a Dockerfile with its settings. */
export type Stage = {
  name: string;
  workdir: string;
  env: Record<string, string>;
  entrypoint: string[];
  steps: Step[];
};

/** Parses a Dockerfile that uses only FROM … AS, WORKDIR, ENV, COPY, RUN and an ENTRYPOINT in JSON. */
export function parseStages(text: string): Stage[] {
  const stages: Stage[] = [];
  for (const step of parseSteps(text)) {
    if (step.instruction === "FROM") stages.push(createStage(step, stages.length));
    const stage = stages.at(-1);
    if (!stage) continue;
    if (step.instruction === "WORKDIR") stage.workdir = step.text;
    if (step.instruction === "ENV") Object.assign(stage.env, parseSettings(step.args));
    if (step.instruction === "ENTRYPOINT") stage.entrypoint = JSON.parse(step.text);
    stage.steps.push(step);
  }
  return stages;
}

function parseSteps(text: string): Step[] {
  const lines = text
    .replace(/^#.*$/gm, "")
    .replace(/\\\n\s*/g, "")
    .split("\n");
  return lines.filter(Boolean).map((line) => {
    const [instruction = "", ...args] = line.split(/\s+/);
    return { instruction, args, text: args.join(" ") };
  });
}

function createStage({ args }: Step, number: number): Stage {
  const name = args.at(-2) === "AS" ? (args.at(-1) ?? "") : `stage-${number}`;
  return { name, workdir: "/", env: {}, entrypoint: [], steps: [] };
}

function parseSettings(args: string[]): Record<string, string> {
  return Object.fromEntries(args.map((arg) => arg.split(/=(.*)/s).slice(0, 2)));
}

/** Returns a filter for paths of the project that a .dockerignore does not exclude. */
export function createIgnoreFilter(patterns: string): (file: string) => boolean {
  const lines = patterns.split("\n").filter(Boolean);
  return (file) => {
    const relative = path.relative(".", path.resolve(file));
    return !lines.some((line) => path.matchesGlob(relative, line));
  };
}

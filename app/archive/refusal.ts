/** Why rows and pictures are not copied, in one line for whoever asked: nothing was changed. */
export class Refusal extends Error {
  override name = "Refusal";
}

import { type ComponentType, lazy, useState } from "react";

/**
 * A component whose code is loaded when it is first rendered, or before by `preload`. A preloaded one is hydrated together
 * with the page, which then reacts to input at once.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const Lazy: ComponentType<Props> = lazy(async () => ({ default: await load() }));
  async function preload() {
    loaded ??= await load();
  }
  function OnDemand(props: Props) {
    // Another component type would lose the state.
    const [Component] = useState(() => loaded ?? Lazy);
    return <Component {...props} />;
  }
  return { OnDemand, preload };
}

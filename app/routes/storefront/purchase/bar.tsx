/** How much of something is reached, from 0 to 1; the words beside it say the same. */
export function Bar({ share }: { share: number }) {
  return (
    <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-secondary">
      <div
        className="h-full origin-left rounded-full bg-success-ink transition-transform"
        style={{ transform: `scaleX(${share})` }}
      />
    </div>
  );
}

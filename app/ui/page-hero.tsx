import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Picture } from "./picture.tsx";

type PageHeroProps = {
  title: string;
  /** One or two sentences under the title. */
  text?: string;
  picture: string | null | undefined;
  /** Above the title, for example a breadcrumb. */
  above?: ReactNode;
  /** Below the text, for example buttons. */
  children?: ReactNode;
  className?: string;
};

/** The top of a page: title and text beside a picture, on the tint of its category. */
export function PageHero({ title, text, picture, above, children, className }: PageHeroProps) {
  return (
    <section className={classNames("overflow-x-clip bg-tint-deep text-on-tint-deep", className)}>
      <div className="shell grid items-stretch md:grid-cols-2">
        <div className="flex flex-col justify-center gap-3 pt-2 pb-5 md:py-12 md:pr-10">
          {above}
          <h1 className="text-4xl">{title}</h1>
          {text && <p className="max-w-prose md:text-lg">{text}</p>}
          {children}
        </div>
        <div className="max-md:-mx-(--shell-edge) md:relative md:bleed-right md:min-h-76">
          <Picture
            src={picture}
            alt=""
            width={960}
            height={540}
            sizes="(min-width: 48rem) 50vw, 100vw"
            priority
            className="facet aspect-[14/5] md:absolute md:inset-0 md:aspect-auto md:h-full"
          />
        </div>
      </div>
    </section>
  );
}

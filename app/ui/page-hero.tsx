import type { ReactNode } from "react";
import { Link } from "react-router";
import { classNames } from "./class-names.ts";
import { Picture } from "./picture.tsx";

type PageHeroProps = {
  title: string;
  /** One or two sentences under the title. */
  text?: string;
  picture: string | null | undefined;
  /** Composition of 14:5 without background, shown whole in place of `picture`. */
  widePicture?: string | null;
  /** Position of the picture in its box: "object-right". */
  pictureClassName?: string;
  /** The contents above the title, for example a breadcrumb. */
  above?: ReactNode;
  /** The contents below the text, for example buttons. */
  children?: ReactNode;
  className?: string;
  /** Low, with a small picture on phones, so that the page's contents start in the first viewport. */
  isCompact?: boolean;
};

/** The top of a page: title and text beside a picture, on the tint of its category. */
export function PageHero(props: PageHeroProps) {
  const { title, text, above, children, className, isCompact = false } = props;
  return (
    <section
      className={classNames("band overflow-x-clip bg-tint-deep text-on-tint-deep", className)}
    >
      <div
        className={classNames(
          "shell grid items-stretch md:grid-cols-2",
          isCompact && "compact-hero",
        )}
      >
        <div
          className={classNames(
            "min-w-0 flex-col justify-center md:flex md:pr-10",
            isCompact ? "contents gap-1 md:py-4" : "flex gap-3 pt-2 pb-5 md:py-12",
          )}
        >
          {above}
          <h1 className={isCompact ? "text-2xl md:text-3xl" : "text-4xl"}>{title}</h1>
          {text && (
            <p
              className={classNames(
                "max-w-prose",
                isCompact ? "col-span-full leading-snug" : "md:text-lg",
              )}
            >
              {text}
            </p>
          )}
          {children}
        </div>
        <div
          className={classNames(
            "md:relative md:bleed-right",
            isCompact ? "compact-hero-picture" : "max-md:-mx-(--shell-edge) md:min-h-76",
          )}
        >
          <HeroPicture {...props} />
        </div>
      </div>
    </section>
  );
}

function HeroPicture({ picture, widePicture, pictureClassName, isCompact = false }: PageHeroProps) {
  return (
    <>
      {isCompact && (
        <Picture
          src={picture}
          alt=""
          width={88}
          height={60}
          // A little less than its box: two device pixels per pixel are enough, for which 5.5rem would load twice the width.
          sizes="5rem"
          className="absolute inset-0 h-full rounded-md md:hidden"
        />
      )}
      <Picture
        src={widePicture ?? picture}
        alt=""
        width={960}
        height={widePicture ? 343 : 540}
        sizes={widePicture ? "31.5rem" : "(min-width: 48rem) 50vw, 100vw"}
        // A hidden lazy picture is not loaded.
        priority={!isCompact}
        isWhole={Boolean(widePicture)}
        className={classNames(
          "aspect-[14/5] md:absolute md:inset-0 md:aspect-auto md:h-full",
          isCompact && "max-md:hidden",
          !widePicture && "facet",
          pictureClassName,
        )}
      />
    </>
  );
}

type Crumb = { label: string; to?: string };

type BreadcrumbProps = {
  crumbs: readonly Crumb[];
  /** One low line without the page itself, whose title follows. */
  isCompact?: boolean;
};

/** The last crumb is the page itself, without address. */
export function Breadcrumb({ crumbs, isCompact = false }: BreadcrumbProps) {
  return (
    <nav aria-label="Você está em">
      <ol className="flex flex-wrap items-center gap-x-2">
        {crumbs.map(({ label, to }, index) => (
          <li
            key={label}
            className={classNames("flex items-center gap-2", isCompact && !to && "sr-only")}
          >
            {index > 0 && (
              <span className="icon-[lucide--chevron-right] size-4 opacity-70" aria-hidden />
            )}
            {to ? (
              <Link
                to={to}
                className={classNames(
                  "inline-flex items-center hover:underline",
                  isCompact ? "min-h-6" : "min-h-11",
                )}
              >
                {label}
              </Link>
            ) : (
              <span aria-current="page" className="font-semibold">
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

import { Link } from "react-router";
import type { Category } from "#app/domain/catalogue/category-schema.ts";
import { categoryPath } from "#app/domain/catalogue/rules.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";

import type { PageTexts, Testimonial } from "#app/domain/company/company-schema.ts";
import { siteName } from "#app/domain/company/rules.ts";
import type { PictureFocus } from "#app/domain/company/schema.ts";
import { acceptedPaymentMethods } from "#app/domain/payments/methods.ts";
import { recipePath } from "#app/shared/paths.ts";
import { whatsappLink } from "#app/shared/phone-numbers.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Picture } from "#app/ui/picture.tsx";
import { CategoryCard } from "../catalogue/category-card.tsx";
import { ProductGrid } from "../catalogue/product-card.tsx";
import { useSite } from "../frame/site.ts";
import { RecipeCard, type RecipeSummary } from "../recipes/recipe-card.tsx";

type HomeHeroProps = {
  title: string;
  text: string;
  /** The last order lies over it: it keeps its place, and in wide windows its picture. */
  isCovered: boolean;
};

export function HomeHero({ title, text, isCovered }: HomeHeroProps) {
  const settings = useSite()?.settings;
  const chat = whatsappLink(settings?.whatsapp ?? null, "Olá! Quero fazer um pedido.");
  return (
    <section className="band bg-tint text-tint-ink">
      <div className="shell grid md:grid-cols-[minmax(0,11fr)_minmax(0,12fr)] md:items-stretch">
        <div
          className={classNames(
            "flex flex-col justify-center gap-2 pt-2 pb-4 md:order-first md:gap-5 md:py-14 md:pr-10",
            isCovered && "invisible [&_h1]:visible [&_h1]:opacity-0",
          )}
        >
          <h1 className="text-4xl md:text-5xl">{title}</h1>
          <p className="max-w-xl md:text-xl">{text}</p>
          <div className="grid gap-3 sm:flex sm:flex-wrap">
            <ButtonLink to="/produtos" size="lg">
              Montar meu pedido
              <span className="icon-[lucide--arrow-right] size-5" aria-hidden />
            </ButtonLink>
            {chat && (
              <ButtonLink to={chat} variant="outline" size="lg" className="max-md:hidden">
                <span className="icon-[lucide--message-circle] size-5" aria-hidden />
                Pedir no WhatsApp
              </ButtonLink>
            )}
          </div>
          <PaymentLine methods={acceptedPaymentMethods(settings?.payment_methods ?? null)} />
        </div>
        <div
          className={classNames(
            "-order-1 max-md:-mx-(--shell-edge) md:relative md:order-none md:min-h-120 md:max-lg:bleed-right lg:min-h-136",
            isCovered && "max-md:invisible",
          )}
        >
          <HeroPicture />
        </div>
      </div>
    </section>
  );
}

const focusClasses: Record<PictureFocus, string> = {
  "top-left": "object-top-left",
  top: "object-top",
  "top-right": "object-top-right",
  left: "object-left",
  center: "object-center",
  right: "object-right",
  "bottom-left": "object-bottom-left",
  bottom: "object-bottom",
  "bottom-right": "object-bottom-right",
};

/**
 * One picture, cropped to 11:5 on phones, to 5:6 at the lower right corner of tablets, where the texts are twice as high as the
 * picture is wide, and to the height of the texts in wider windows.
 */
function HeroPicture() {
  const settings = useSite()?.settings;
  const focus = settings?.hero_image_focus ?? "center";
  return (
    <Picture
      src={settings?.hero_image_url}
      alt=""
      width={960}
      height={720}
      // In wider windows the height of the texts decides how much of the picture is shown.
      sizes="(min-width: 64rem) max(55vw, 46rem), (min-width: 48rem) max(55vw, 40rem), 100vw"
      priority
      className={classNames(
        "aspect-11/5 md:absolute md:inset-x-0 md:bottom-0 md:aspect-5/6 lg:aspect-auto lg:h-full",
        focusClasses[focus],
      )}
    />
  );
}

function PaymentLine({ methods }: { methods: readonly string[] }) {
  if (methods.length === 0) return null;
  return <p className="max-md:hidden">Aceitamos {methods.join(", ")}.</p>;
}

type HomeCategoriesProps = { title: string | undefined; categories: readonly Category[] };

export function HomeCategories({ title, categories }: HomeCategoriesProps) {
  return (
    <section aria-labelledby="categorias" className="shell pt-3 pb-4 md:py-16">
      <h2 id="categorias" className="text-3xl max-md:sr-only">
        {title || "Categorias"}
      </h2>
      <ul className="grid grid-cols-2 gap-2 min-[22rem]:grid-cols-4 md:mt-8 md:gap-5">
        {categories.map((category) => (
          <li key={category.id}>
            <CategoryCard category={category} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const moreLinkClasses =
  "inline-flex min-h-11 items-center gap-1.5 font-semibold text-primary-ink hover:underline";

export function HomeProducts({ products }: { products: readonly Product[] }) {
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="para-comecar" className="shell pb-3 md:pb-24">
      <div className="flex flex-wrap items-baseline max-md:sr-only justify-between gap-x-6 gap-y-1 md:mb-8">
        <h2 id="para-comecar" className="text-3xl">
          Para começar o pedido
        </h2>
        <Link to="/produtos" className={`${moreLinkClasses} max-md:hidden`}>
          Ver todos os produtos
          <span className="icon-[lucide--arrow-right] size-5" aria-hidden />
        </Link>
      </div>
      <ProductGrid products={products} single />
      <Link to="/produtos" className={`${moreLinkClasses} mt-3 md:hidden`}>
        Ver todos os produtos
        <span className="icon-[lucide--arrow-right] size-5" aria-hidden />
      </Link>
    </section>
  );
}

export function HomeAbout({ texts }: { texts: PageTexts | null }) {
  const name = siteName(useSite()?.settings ?? { site_name: null });
  const { strengths = [], home_claims: claims = [], testimonial } = texts ?? {};
  if (strengths.length === 0 && claims.length === 0 && !testimonial?.quote) return null;
  return (
    <section aria-labelledby="quem-somos" className="section shell max-md:py-4">
      <div className="grid gap-3 md:gap-6 lg:grid-cols-[5fr_6fr] lg:gap-20">
        <div>
          <h2 id="quem-somos" className="text-3xl">
            {texts?.about_title || `Sobre a ${name}`}
          </h2>
          {claims.length > 0 && (
            <ul className="mt-3 grid grid-cols-3 gap-4 border-y border-line py-2 md:mt-8 md:py-6">
              {claims.map(({ number, label }) => (
                <li key={label} className="text-lg text-muted">
                  <strong className="block font-display text-3xl text-primary-ink">{number}</strong>{" "}
                  {label}
                </li>
              ))}
            </ul>
          )}
          {testimonial?.quote && <Quote {...testimonial} />}
          <ButtonLink to="/sobre" variant="outline" className="mt-3 md:mt-8">
            Conheça a {name}
          </ButtonLink>
        </div>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 md:flex-col md:gap-7">
          {strengths.map(({ title, text }) => (
            <li key={title} className="border-l-4 border-primary pl-2 md:pl-5">
              <h3 className="md:text-xl">{title}</h3>
              <p className="mt-1 text-lg text-muted max-md:hidden">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Quote({ quote, author }: Testimonial) {
  return (
    <figure className="mt-8 max-md:hidden">
      <blockquote className="text-lg">“{quote}”</blockquote>
      {author && <figcaption className="mt-2 text-muted">{author}</figcaption>}
    </figure>
  );
}

export function HomeRecipes({ recipes }: { recipes: readonly RecipeSummary[] }) {
  if (recipes.length === 0) return null;
  return (
    <section aria-labelledby="receitas" className="band border-t border-line bg-sunken">
      <div className="section shell max-md:py-7">
        <div className="flex flex-wrap items-baseline max-md:sr-only justify-between gap-x-6 gap-y-1 md:mb-8">
          <h2 id="receitas" className="text-3xl">
            Hoje tem o quê?
          </h2>
          <Link to="/receitas" className={moreLinkClasses}>
            Todas as receitas
            <span className="icon-[lucide--arrow-right] size-5" aria-hidden />
          </Link>
        </div>
        <ul className="grid gap-4 sm:grid-cols-3 sm:gap-6">
          {recipes.map((recipe) => (
            <li key={recipe.id} className="@container max-sm:nth-[n+3]:hidden">
              <RecipeCard recipe={recipe} to={recipePath(recipe)} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

const premiumCategory = "frutas-congeladas";

/** Shown when the shop has set its picture or its text. */
export function HomePremium({ text }: { text: string | undefined }) {
  const { settings, categories } = useSite() ?? {};
  if (!settings?.premium_fruits_image_url && !text) return null;
  return (
    <section
      aria-labelledby="frutas-premium"
      data-tint="yellow"
      className="band bg-tint-deep text-on-tint-deep"
    >
      <div className="grid grid-cols-1 md:grid-cols-2">
        <Picture
          src={settings?.premium_fruits_image_url}
          alt=""
          width={960}
          height={640}
          sizes="(min-width: 64rem) 50vw, (min-width: 48rem) 67vw, 100vw"
          // In narrow windows the picture is almost whole, and faded into the section's color.
          className="aspect-[6/5] bg-transparent max-md:mx-auto max-md:w-3/5 max-lg:[mask-image:linear-gradient(90deg,transparent,#000_10%,#000_90%,transparent)] max-md:object-bottom md:h-full md:min-h-112 md:max-lg:object-contain"
        />
        <div className="flex flex-col items-start justify-center gap-3 px-4 pb-8 md:max-w-160 md:gap-5 md:px-12 md:py-16">
          <h2 id="frutas-premium" className="text-3xl md:text-4xl">
            Frutas Premium Selecionadas
          </h2>
          {text && <p className="md:text-xl">{text}</p>}
          {categories?.some(({ slug }) => slug === premiumCategory) && (
            <ButtonLink to={categoryPath(premiumCategory)} variant="inherit" size="lg">
              Ver frutas congeladas
            </ButtonLink>
          )}
        </div>
      </div>
    </section>
  );
}

export function HomeChat({ text }: { text: string | undefined }) {
  const chat = whatsappLink(useSite()?.settings.whatsapp ?? null, "Olá! Quero fazer um pedido.");
  if (!chat) return null;
  return (
    <section aria-labelledby="conversar" className="band bg-tint-deep text-on-tint-deep">
      <div className="shell flex flex-col gap-4 py-8 md:flex-row md:items-center md:justify-between md:py-16">
        <div>
          <h2 id="conversar" className="text-3xl">
            Prefere conversar?
          </h2>
          {text && <p className="mt-2 max-w-xl text-lg">{text}</p>}
        </div>
        <ButtonLink to={chat} variant="inherit" size="lg" className="shrink-0">
          <span className="icon-[lucide--message-circle] size-6" aria-hidden />
          Chamar no WhatsApp
        </ButtonLink>
      </div>
    </section>
  );
}

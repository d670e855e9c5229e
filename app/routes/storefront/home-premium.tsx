import { categoryPath } from "#app/domain/catalogue/rules.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { useSite } from "./site.ts";

export function HomePremium() {
  const settings = useSite()?.settings;
  return (
    <section
      aria-labelledby="frutas-premium"
      data-tint="frutas-congeladas"
      className="bg-tint-deep text-on-tint-deep"
    >
      <div className="grid md:grid-cols-2">
        <Picture
          src={settings?.premium_fruits_image_url}
          alt=""
          width={960}
          height={640}
          sizes="(min-width: 48rem) 50vw, 100vw"
          className="aspect-[3/2] md:aspect-auto md:h-full md:min-h-112"
        />
        <div className="flex flex-col items-start justify-center gap-5 px-4 py-10 md:max-w-160 md:px-12 md:py-16">
          <h2 id="frutas-premium" className="text-4xl">
            Frutas Premium Selecionadas
          </h2>
          <p className="text-lg md:text-xl">
            Colhidas maduras, cortadas e congeladas soltas no mesmo dia. Abra o pacote, use o que a
            receita pede e feche: o resto continua inteiro.
          </p>
          <ButtonLink to={categoryPath("frutas-congeladas")} look="inherit" size="lg">
            Ver frutas congeladas
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}

import { siteName } from "#app/domain/settings/rules.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { useSite } from "./site.ts";

const stats = [
  { number: "15+", label: "anos" },
  { number: "1000+", label: "clientes" },
  { number: "100%", label: "natural" },
];

const strengths = [
  {
    title: "Congelado no ponto",
    text: "A fruta entra no freezer madura, no dia da colheita ou no seguinte. Por isso o gosto é o da safra, em qualquer mês.",
  },
  {
    title: "O frio não se quebra",
    text: "Da nossa câmara até a sua porta, a carga viaja a −18 °C. O que chegar amolecido, a gente troca.",
  },
  {
    title: "Do sachê à caixa fechada",
    text: "Quem tem um bar leva por caixa; quem tem uma cozinha leva por unidade. O atendimento é o mesmo.",
  },
];

/** Why one can trust the shop with an order. */
export function HomeAbout() {
  const name = siteName(useSite()?.settings ?? { site_name: null });
  return (
    <section aria-labelledby="quem-somos" className="section shell">
      <div className="grid gap-10 lg:grid-cols-[5fr_6fr] lg:gap-20">
        <div>
          <h2 id="quem-somos" className="text-3xl">
            Quem enche freezer há tempo sabe escolher
          </h2>
          <ul className="mt-8 grid grid-cols-3 gap-4 border-y border-line py-6">
            {stats.map(({ number, label }) => (
              <li key={label} className="text-lg text-muted">
                <strong className="block font-display text-3xl text-primary-ink">{number}</strong>{" "}
                {label}
              </li>
            ))}
          </ul>
          <ButtonLink to="/sobre" look="outline" className="mt-8">
            Conheça a {name}
          </ButtonLink>
        </div>
        <ul className="flex flex-col gap-7">
          {strengths.map(({ title, text }) => (
            <li key={title} className="border-l-4 border-primary pl-5">
              <h3 className="text-xl">{title}</h3>
              <p className="mt-1 text-lg text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

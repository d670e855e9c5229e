import { type PointerEvent, useRef, useState } from "react";
import { formatMoney } from "#app/shared/money.ts";
import { classNames } from "#app/ui/class-names.ts";
import { axisValues, labelPlaces, topOf } from "./axis.ts";
import "./amount-chart.css";

/** Amounts in BRL; `before` is that of the same days of the period before. */
type AmountBar = {
  /** '03/08/2026' */
  name: string;
  /** '03/08' */
  shortName: string;
  amount: number;
  before: number;
  count: number;
};

type AmountChartProps = {
  /** 'Entregues por dia' */
  name: string;
  bars: readonly AmountBar[];
  /** The days of both periods, as the key says them. */
  period: string;
  periodBefore: string;
  /** The name of the counted things: 'Pedidos'. */
  counted: string;
};

/**
 * Amounts as bars, those of the period before as a line, on an axis with round values. The values of one bar are shown under the
 * pointer or the finger, and by the arrow keys; a table has all of them for screen readers.
 */
export function AmountChart(props: AmountChartProps) {
  const { name, bars, period, periodBefore } = props;
  return (
    <figure className="amount-chart">
      <figcaption className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        <span className="flex items-center gap-2">
          <span data-key="now" aria-hidden />
          {period}
        </span>
        <span className="flex items-center gap-2">
          <span data-key="before" aria-hidden />
          {periodBefore}
        </span>
      </figcaption>
      <Plot name={name} bars={bars} />
      <ValueTable {...props} />
    </figure>
  );
}

/** The width of a bar with its gap, and the height of the axis, in the drawing. */
const step = 10;
const height = 100;

function Plot({ name, bars }: Pick<AmountChartProps, "name" | "bars">) {
  const last = bars.length - 1;
  const [place, setPlace] = useState(last);
  const [isShown, setShown] = useState(false);
  const slider = useRef<HTMLInputElement>(null);
  const values = axisValues(Math.max(...bars.flatMap(({ amount, before }) => [amount, before])));
  const selected = Math.min(place, last);
  const bar = isShown ? bars[selected] : undefined;

  function select(index: number) {
    setPlace(Math.min(Math.max(index, 0), last));
    setShown(true);
  }
  function selectAt({ currentTarget, clientX }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect();
    select(Math.floor(((clientX - left) / width) * bars.length));
  }
  function leave({ pointerType }: PointerEvent) {
    if (pointerType === "mouse" && document.activeElement !== slider.current) setShown(false);
  }
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
      <div className="flex flex-col-reverse justify-between text-end text-sm text-muted tabular-nums">
        {values.map((value) => (
          <span key={value} className="leading-4" aria-hidden>
            {value.toLocaleString("pt-BR")}
          </span>
        ))}
      </div>
      {/* A label, so that a press on the drawing moves the focus to the slider. */}
      <label
        className="relative my-2 block touch-pan-y"
        onPointerDown={selectAt}
        onPointerMove={selectAt}
        onPointerLeave={leave}
      >
        <input
          ref={slider}
          type="range"
          min={0}
          max={last}
          value={selected}
          aria-label={`${name}, um valor de cada vez`}
          aria-valuetext={describeBar(bars[selected])}
          onChange={(event) => select(event.currentTarget.valueAsNumber)}
          onFocus={() => setShown(true)}
          onBlur={() => setShown(false)}
          onKeyDown={(event) => {
            if (event.key === "Escape") setShown(false);
          }}
          className="amount-chart-slider"
        />
        <Drawing bars={bars} values={values} selected={bar && selected} />
        {bar && <Bubble bar={bar} place={placeOf(selected, bars.length)} />}
      </label>
      <div className="relative col-start-2 h-5 text-sm text-muted tabular-nums" aria-hidden>
        {labelPlaces(bars.length).map((index, at, all) => (
          <span
            key={index}
            className={classNames(
              "absolute whitespace-nowrap",
              all.length > 4 && at % 2 === 1 && "max-sm:hidden",
            )}
            style={labelPosition(index, bars.length)}
          >
            {bars[index]?.shortName}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The middle of a bar, from 0 to 1. */
function placeOf(index: number, count: number): number {
  return (index + 0.5) / count;
}

/**
 * Places a label below the middle of its bar; many bars are narrower than the labels at the ends, which then begin and end with the
 * drawing.
 */
function labelPosition(index: number, count: number) {
  if (count > 7 && index === 0) return { left: 0 };
  if (count > 7 && index === count - 1) return { right: 0 };
  return { left: `${placeOf(index, count) * 100}%`, transform: "translateX(-50%)" };
}

type DrawingProps = {
  bars: readonly AmountBar[];
  values: readonly number[];
  selected: number | undefined;
};

/** A negative amount has no bar: more was refunded than received. */
function Drawing({ bars, values, selected }: DrawingProps) {
  const width = bars.length * step;
  const heightOf = (amount: number) => (Math.max(0, amount) / topOf(values)) * height;
  const yOf = (amount: number) => height - heightOf(amount);
  const bar = selected === undefined ? undefined : bars[selected];
  const middle = ((selected ?? 0) + 0.5) * step;
  const line = toLine(bars.map(({ before }) => yOf(before)));
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {bar && <rect x={middle - step / 2} width={step} height={height} data-part="column" />}
      {values.map((value) => (
        <path key={value} d={`M0 ${yOf(value)}H${width}`} data-part={value ? "grid" : "base"} />
      ))}
      {bars.map(({ name, amount }, index) => (
        <rect
          key={name}
          x={index * step + 1.5}
          y={yOf(amount)}
          width={step - 3}
          height={heightOf(amount)}
          data-part={index === selected ? "selected" : "bar"}
        />
      ))}
      <path d={line} data-part="halo" />
      <path d={line} data-part="before" />
      {bar && <path d={`M${middle} ${yOf(bar.before)}h0`} data-part="dot" />}
    </svg>
  );
}

/** Draws the line through the middle of each bar; across a single one. */
function toLine(heights: readonly number[]): string {
  if (heights.length === 1) return `M0 ${heights[0]}H${step}`;
  return heights
    .map((y, index) => `${index === 0 ? "M" : "L"}${(index + 0.5) * step} ${y.toFixed(1)}`)
    .join("");
}

function describeBar(bar: AmountBar | undefined): string {
  if (!bar) return "";
  return `${bar.name}: ${formatMoney(bar.amount)}, antes ${formatMoney(bar.before)}`;
}

/** The label of a bar at its place in the width, and never beyond an end of it. */
function Bubble({ bar, place }: { bar: AmountBar; place: number }) {
  const style = { left: `${place * 100}%`, transform: `translateX(${-place * 100}%)` };
  return (
    <span className="amount-chart-bubble" style={style} aria-hidden>
      <span className="block text-muted">{bar.name}</span>
      <b className="block text-base">{formatMoney(bar.amount)}</b>
      <span className="block text-muted">Antes {formatMoney(bar.before)}</span>
    </span>
  );
}

function ValueTable({ name, bars, counted }: AmountChartProps) {
  return (
    <div className="sr-only">
      <table>
        <caption>{name}</caption>
        <thead>
          <tr>
            <th scope="col">Período</th>
            <th scope="col">{counted}</th>
            <th scope="col">Valor</th>
            <th scope="col">Antes</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ name: bar, count, amount, before }) => (
            <tr key={bar}>
              <th scope="row">{bar}</th>
              <td>{count}</td>
              <td>{formatMoney(amount)}</td>
              <td>{formatMoney(before)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

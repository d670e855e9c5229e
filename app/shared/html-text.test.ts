import { expect, test } from "vitest";
import { toPlainLines } from "./html-text.ts";

test.each([
  ["Polpa de açaí", "Polpa de açaí"],
  ["Menos de < 5 g e > 2 g\nde sal", "Menos de < 5 g e > 2 g\nde sal"],
  ["Açaí & guaraná", "Açaí & guaraná"],
  ["<p>Polpa de a&ccedil;a&iacute;</p>", "Polpa de açaí"],
  ["<p>Uma.</p><p>Duas.</p>", "Uma.\nDuas."],
  ['<P CLASS="x">Uma<BR/>duas<br>três</P>', "Uma\nduas\ntrês"],
  ["<ul><li>Sem açúcar</li>\n  <li>Sem glúten</li></ul>", "- Sem açúcar\n- Sem glúten"],
  ["<div><b>Pura</b>,&nbsp;<i>100&#37;</i> natural</div>", "Pura, 100% natural"],
  ["A&amp;B &lt;bom&gt; &quot;sim&quot; &#39;n&atilde;o&#x27;", "A&B <bom> \"sim\" 'não'"],
  ["<style>p{color:red}</style><script>alert(1)</script><!-- nota -->Texto", "Texto"],
  ["5&ordm; lote &ndash; -18 &deg;C &semnome;", "5º lote – -18 °C &semnome;"],
  ["<p>Um</p><p></p><p></p><p></p><p>Dois</p>", "Um\n\nDois"],
  ["&#0;&#xD800;&#1114112;a", "a"],
])("'%s' becomes '%s'", (html, text) => {
  expect(toPlainLines(html)).toBe(text);
});

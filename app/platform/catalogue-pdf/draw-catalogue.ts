import { fileURLToPath } from "node:url";
import PDFDocument from "pdfkit";
import type {
  CatalogueDocument,
  CatalogueGroup,
  CatalogueOption,
  CatalogueProduct,
  CatalogueSection,
} from "./catalogue-document.ts";
import { type PageLayout, pageLayouts } from "./page-layout.ts";
import { printableText } from "./printable-text.ts";

/** The WOFF files, since the library cannot take characters out of WOFF2. */
const fonts = {
  heading: import.meta.resolve(
    "@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff",
  ),
  regular: import.meta.resolve("@fontsource/figtree/files/figtree-latin-400-normal.woff"),
  bold: import.meta.resolve("@fontsource/figtree/files/figtree-latin-600-normal.woff"),
};

const colors = {
  text: "#17231a",
  muted: "#55635a",
  link: "#15692f",
  warning: "#a3341f",
  line: "#d9e0da",
  empty: "#eef2ee",
};
const lineGap = 1.5;
const cornerRadius = 6;

/** `openImage` is documented, and missing in the types. */
type Pdf = PDFKit.PDFDocument & { openImage(bytes: Buffer): PDFKit.Mixins.ImageSrc };
type Style = { font: keyof typeof fonts; size: number; color?: string; link?: string };
/** A part of a page whose height is known before it is drawn. */
type Block = { height: number; draw: (x: number, y: number) => void };

type Drawing = {
  pdf: Pdf;
  /** The elements that programs read aloud, in this order. */
  structure: PDFKit.PDFStructureElement;
  layout: PageLayout;
  document: CatalogueDocument;
  pictures: ReadonlyMap<string, PDFKit.Mixins.ImageSrc>;
  /** The vertical position of the next block. */
  y: number;
  /** The heading that the top of a further page repeats. */
  section: string | undefined;
};

/** Draws the document and returns the file. `onProduct` is called after each product. */
export async function drawCatalogue(
  document: CatalogueDocument,
  pictures: ReadonlyMap<string, Uint8Array>,
  onProduct: () => void,
): Promise<Buffer> {
  const layout = pageLayouts[document.format];
  const pdf = new PDFDocument({
    size: layout.size,
    margin: 0,
    bufferPages: true,
    pdfVersion: "1.5",
    tagged: true,
    lang: "pt-BR",
    displayTitle: true,
    info: { Title: `${document.shop}: ${document.title}`, Author: document.shop },
  }) as Pdf;
  for (const [name, file] of Object.entries(fonts)) {
    pdf.registerFont(name, fileURLToPath(file));
  }
  const file = readAll(pdf);
  const structure = pdf.struct("Document");
  pdf.addStructure(structure);
  const drawing: Drawing = {
    pdf,
    structure,
    layout,
    document,
    pictures: openPictures(pdf, pictures),
    y: layout.margin,
    section: undefined,
  };
  drawCover(drawing);
  for (const section of document.categories) drawSection(drawing, section, onProduct);
  structure.end();
  drawFooters(drawing);
  pdf.end();
  return file;
}

async function readAll(pdf: Pdf): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of pdf) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Each picture once, however many products show it. */
function openPictures(pdf: Pdf, pictures: ReadonlyMap<string, Uint8Array>) {
  const opened = [...pictures].map(
    ([name, bytes]) => [name, pdf.openImage(Buffer.from(bytes))] as const,
  );
  return new Map<string, PDFKit.Mixins.ImageSrc>(opened);
}

function contentWidth({ layout }: Pick<Drawing, "layout">): number {
  return layout.size[0] - 2 * layout.margin;
}

function textBlock(pdf: Pdf, text: string, style: Style, width: number): Block {
  const printed = printableText(text);
  if (!printed) return { height: 0, draw: () => undefined };
  const options = { width, lineGap };
  const select = () => pdf.font(style.font).fontSize(style.size);
  return {
    height: select().heightOfString(printed, options),
    draw(x, y) {
      select()
        .fillColor(style.color ?? colors.text)
        .text(printed, x, y, { ...options, ...(style.link && { link: style.link }) });
    },
  };
}

/** One below the other; empty ones take no space. */
function stack(blocks: readonly Block[], gap: number): Block {
  const filled = blocks.filter(({ height }) => height > 0);
  const heights = filled.reduce((sum, { height }) => sum + height, 0);
  return {
    height: heights + gap * Math.max(0, filled.length - 1),
    draw(x, y) {
      let top = y;
      for (const block of filled) {
        block.draw(x, top);
        top += block.height + gap;
      }
    },
  };
}

type Tag = "H1" | "H2" | "H3" | "P" | "Figure";

/** The block as an element of the structure; `alt` says what a picture shows. */
function tagged({ pdf, structure }: Drawing, tag: Tag, block: Block, alt?: string): Block {
  if (block.height === 0) return block;
  return {
    height: block.height,
    draw(x, y) {
      const content = pdf.markStructureContent(tag);
      block.draw(x, y);
      pdf.endMarkedContent();
      structure.add(pdf.struct(tag, alt === undefined ? {} : { alt }, [content]));
    },
  };
}

/** Draws what is not read aloud. */
function drawDecoration(
  { pdf }: Pick<Drawing, "pdf">,
  type: "Layout" | "Pagination",
  draw: () => void,
) {
  pdf.markContent("Artifact", { type });
  draw();
  pdf.endMarkedContent();
}

/** The shop, what this is, until when it counts, and where to order. */
function drawCover(drawing: Drawing): void {
  const { pdf, layout, document, pictures } = drawing;
  const { margin, text } = layout;
  const logo = document.logo === undefined ? undefined : pictures.get(document.logo);
  const logoHeight = text.shop * 2.2;
  const logoSpace = logo ? logoHeight + layout.margin / 2 : 0;
  const width = contentWidth(drawing) - logoSpace;
  const texts = stack(
    [
      tagged(
        drawing,
        "H1",
        stack(
          [
            textBlock(pdf, document.shop, { font: "heading", size: text.shop }, width),
            textBlock(pdf, document.title, { font: "bold", size: text.group + 2 }, width),
          ],
          3,
        ),
      ),
      ...document.notes.map((note) => {
        const style = { font: "regular", size: text.group, color: colors.muted } as const;
        return tagged(drawing, "P", textBlock(pdf, note, style, width));
      }),
      tagged(
        drawing,
        "P",
        textBlock(
          pdf,
          `Peça em ${shortAddress(document.link)}`,
          linkStyle(drawing, text.group),
          width,
        ),
      ),
    ],
    3,
  );
  if (logo) {
    const place = { align: "center", valign: "center" } as const;
    const draw = (x: number, y: number) =>
      pdf.image(logo, x, y, { fit: [logoHeight, logoHeight], ...place });
    const block = { height: logoHeight, draw };
    tagged(drawing, "Figure", block, `Logotipo de ${document.shop}`).draw(margin, drawing.y);
  }
  texts.draw(margin + logoSpace, drawing.y);
  drawing.y += Math.max(texts.height, logo ? logoHeight : 0) + 12;
  drawDecoration(drawing, "Layout", () =>
    pdf
      .rect(margin, drawing.y, contentWidth(drawing), 3)
      .fill(/^#[0-9a-f]{6}$/i.test(document.color) ? document.color : colors.line),
  );
  drawing.y += 3 + layout.rowGap;
}

/** 'https://loja.example/' → 'loja.example' */
function shortAddress(address: string): string {
  return address.replace(/^https?:\/\//, "").replace(/\/$/, "");
}

function linkStyle({ document }: Drawing, size: number): Style {
  return { font: "bold", size, color: colors.link, link: document.link };
}

function pageEnd({ layout }: Drawing): number {
  return layout.size[1] - layout.margin - layout.footer;
}

/** Begins another page where less than `height` is left. */
function requireSpace(drawing: Drawing, height: number): void {
  if (drawing.y + height <= pageEnd(drawing)) return;
  const { pdf, layout, section } = drawing;
  pdf.addPage();
  drawing.y = layout.margin;
  if (section === undefined) return;
  const style: Style = { font: "bold", size: layout.text.small, color: colors.muted };
  const heading = textBlock(pdf, section, style, contentWidth(drawing));
  drawDecoration(drawing, "Pagination", () => heading.draw(layout.margin, drawing.y));
  drawing.y += heading.height + layout.rowGap / 2;
}

function drawSection(drawing: Drawing, section: CatalogueSection, onProduct: () => void): void {
  const { pdf, layout } = drawing;
  const style: Style = { font: "heading", size: layout.text.heading };
  const heading = tagged(drawing, "H2", textBlock(pdf, section.name, style, contentWidth(drawing)));
  drawing.section = undefined;
  section.groups.forEach((group, index) => {
    drawGroup(drawing, group, index === 0 ? heading : undefined, onProduct);
    if (index === 0) pdf.outline.addItem(printableText(section.name));
    drawing.section = section.name;
  });
  drawing.y += layout.rowGap / 2;
}

/** A heading stays with the first row below it. */
function drawGroup(
  drawing: Drawing,
  group: CatalogueGroup,
  sectionHeading: Block | undefined,
  onProduct: () => void,
): void {
  const { pdf, layout } = drawing;
  const { columns, gap, margin, rowGap } = layout;
  const style: Style = { font: "bold", size: layout.text.group, color: colors.muted };
  const groupHeading = tagged(
    drawing,
    "H3",
    textBlock(pdf, group.name ?? "", style, contentWidth(drawing)),
  );
  const headings = stack(sectionHeading ? [sectionHeading, groupHeading] : [groupHeading], 4);
  const width = (contentWidth(drawing) - gap * (columns - 1)) / columns;
  for (let at = 0; at < group.products.length; at += columns) {
    const row = group.products.slice(at, at + columns);
    const cards = row.map((product) => productBlock(drawing, product, width));
    const height = Math.max(...cards.map((card) => card.height));
    const headingHeight = at === 0 && headings.height > 0 ? headings.height + rowGap * 0.7 : 0;
    requireSpace(drawing, headingHeight + height);
    if (headingHeight > 0) headings.draw(margin, drawing.y);
    drawing.y += headingHeight;
    cards.forEach((card, column) => {
      card.draw(margin + column * (width + gap), drawing.y);
      onProduct();
    });
    drawing.y += height + rowGap;
    drawDecoration(drawing, "Layout", () =>
      pdf
        .moveTo(margin, drawing.y - rowGap / 2)
        .lineTo(layout.size[0] - margin, drawing.y - rowGap / 2)
        .lineWidth(0.5)
        .stroke(colors.line),
    );
  }
}

function productBlock(drawing: Drawing, product: CatalogueProduct, width: number): Block {
  const { pdf, layout } = drawing;
  const { picture, text } = layout;
  const textLeft = picture + 12;
  const textWidth = width - textLeft;
  const soldOut = { font: "bold", size: text.small, color: colors.warning } as const;
  const note = { font: "regular", size: text.small, color: colors.muted } as const;
  const texts = stack(
    [
      textBlock(pdf, product.title, { font: "bold", size: text.product }, textWidth),
      textBlock(pdf, product.isSoldOut ? "Esgotado" : "", soldOut, textWidth),
      ...product.options.map((option) => optionBlock(pdf, option, text, textWidth)),
      textBlock(pdf, product.note ?? "", note, textWidth),
    ],
    3,
  );
  return {
    height: Math.max(picture, texts.height),
    draw(x, y) {
      drawPicture(drawing, product, x, y);
      tagged(drawing, "P", texts).draw(x + textLeft, y);
    },
  };
}

/** The middle of the picture, as the shop's cards show it; without one the first letter of the title. */
function drawPicture(
  drawing: Drawing,
  { picture: name, title, isSoldOut }: CatalogueProduct,
  x: number,
  y: number,
): void {
  const { pdf, layout, pictures } = drawing;
  const side = layout.picture;
  const image = name === undefined ? undefined : pictures.get(name);
  pdf.save().roundedRect(x, y, side, side, cornerRadius).clip();
  if (image) {
    const cover = { align: "center", valign: "center" } as const;
    const draw = () =>
      pdf.opacity(isSoldOut ? 0.5 : 1).image(image, x, y, { cover: [side, side], ...cover });
    tagged(drawing, "Figure", { height: side, draw }, `Foto de ${title}`).draw(x, y);
  } else {
    drawDecoration(drawing, "Layout", () => {
      pdf.rect(x, y, side, side).fill(colors.empty);
      const letter = printableText(title).slice(0, 1).toUpperCase();
      const style: Style = { font: "heading", size: side / 2, color: colors.line };
      const block = textBlock(pdf, letter, style, side);
      const left = x + (side - pdf.widthOfString(letter)) / 2;
      block.draw(left, y + (side - block.height) / 2);
    });
  }
  pdf.restore();
}

function optionBlock(
  pdf: Pdf,
  option: CatalogueOption,
  text: PageLayout["text"],
  width: number,
): Block {
  const unit = { font: "regular", size: text.price } as const;
  const details = { font: "regular", size: text.small, color: colors.muted } as const;
  const first =
    option.price === undefined
      ? textBlock(pdf, option.unit, unit, width)
      : priceBlock(pdf, option.price, option.unit, text, width);
  return stack([first, textBlock(pdf, option.details, details, width)], 0);
}

/** Writes price and unit on one line where there is space for it. */
function priceBlock(
  pdf: Pdf,
  price: string,
  unit: string,
  text: PageLayout["text"],
  width: number,
): Block {
  const amount = textBlock(pdf, price, { font: "bold", size: text.price }, width);
  const left = pdf.font("bold").fontSize(text.price).widthOfString(`${price} `);
  const rest = pdf.font("regular").widthOfString(printableText(unit));
  const isOneLine = left + rest <= width;
  const name = textBlock(
    pdf,
    unit,
    { font: "regular", size: text.price },
    isOneLine ? width - left : width,
  );
  if (!isOneLine) return stack([amount, name], 0);
  return {
    height: Math.max(amount.height, name.height),
    draw(x, y) {
      amount.draw(x, y);
      name.draw(x + left, y);
    },
  };
}

/** Writes the footer of each page: the shop, the last day of the prices, and the page's number. */
function drawFooters(drawing: Drawing): void {
  const { pdf, layout, document } = drawing;
  const { start, count } = pdf.bufferedPageRange();
  const top = layout.size[1] - layout.margin - layout.text.small;
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page);
    const number = `${page - start + 1} de ${count}`;
    pdf.font("regular").fontSize(layout.text.small).fillColor(colors.muted);
    const numberWidth = pdf.widthOfString(number);
    const [note] = document.notes;
    const text = printableText([document.shop, note].filter(Boolean).join(" · "));
    drawDecoration(drawing, "Pagination", () =>
      pdf
        .text(text, layout.margin, top, {
          width: contentWidth(drawing) - numberWidth - 8,
          height: layout.text.small,
          ellipsis: true,
          lineBreak: true,
          link: document.link,
        })
        .text(number, layout.size[0] - layout.margin - numberWidth, top, { lineBreak: false }),
    );
  }
}

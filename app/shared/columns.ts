import type { PackageInfo, SaleUnit } from "./units.ts";

/** Shapes of the JSON columns. Money inside them is BRL with two decimals. */

export type ProductSpecs = {
  unit: SaleUnit;
  rating?: number;
  packageInfo?: Partial<PackageInfo>;
  /** Sold by kg and priced after weighing. */
  variable_weight?: boolean;
};

export type OrderItem = {
  product_id: string;
  product_name: string;
  /** Slug and external id when the order was placed; absent in orders of older versions. */
  slug?: string;
  external_id?: string;
  quantity: number;
  unit: SaleUnit;
  price: number;
  total: number;
  /** Main units in one `unit`; absent for the main unit itself. */
  contains?: number;
  /** The product was priced after weighing, so that price and total are estimates. */
  variable_weight?: boolean;
};

export type CustomerInfo = {
  name: string;
  email: string;
  phone: string;
  document: string;
  zipCode: string;
  street: string;
  number: string;
  complement?: string;
  neighborhood: string;
  city: string;
  state: string;
  /** The customer's wishes; absent when there are none. */
  note?: string | undefined;
  if_missing?: "ligar" | "trocar" | "tirar" | undefined;
  totalItems: number;
  /** ISO 8601, UTC. */
  timestamp: string;
};

export type SeoDefault = {
  title?: string;
  description?: string;
  keywords?: string;
  author?: string;
  og_title?: string;
  og_description?: string;
  og_image?: string;
};

export type Colors = {
  primary?: string;
  secondary?: string;
  accent?: string;
  background?: string;
  foreground?: string;
};

/** The shop's Pix key and recipient, as typed. */
export type PixSettings = { key: string; merchant_name: string; merchant_city: string };

/** Templates of messages to the customer, by the order's status. */
export type OrderMessages = Record<"pendente" | "confirmado" | "entregue" | "cancelado", string>;

/** Statuses of which the customer gets a mail. */
export const customerMailStatuses = ["confirmado", "entregue", "cancelado"] as const;
export type CustomerMailStatus = (typeof customerMailStatuses)[number];

/** Amounts in BRL; 0 means off. */
export type DeliverySettings = {
  delivery_fee: number;
  minimum_order: number;
  free_delivery_minimum: number;
};

export type AboutPage = {
  hero: { title: string; subtitle: string; location: string; image_url: string };
  stats: { number: string; label: string }[];
  mission_vision: { mission: string; vision: string };
  values: { title: string; description: string }[];
  timeline: { year: string; title: string; description: string }[];
  team: { title: string; subtitle: string; description: string }[];
  certifications: string[];
};

/** Where the shop is. `zipCode` has 8 digits; an empty `map_url` means a search for the address. */
export type CompanyAddress = {
  street: string;
  neighborhood: string;
  city: string;
  state: string;
  zipCode: string;
  map_url: string;
};

/** Local times as HH:MM; null on a closed day. */
export type DayHours = { opens: string; closes: string } | null;

export type OpeningHours = {
  /** Seven days, Monday first. */
  week: DayHours[];
  /** Single days, by date as YYYY-MM-DD, on which other hours apply. */
  holidays: { date: string; name: string; hours: DayHours }[];
};

export type ServiceType = { name: string; description: string };

/** A number that stands out, and what it counts: '1000+', 'clientes'. */
export type Claim = { number: string; label: string };

export type Testimonial = { quote: string; author: string };

export type Address = { street: string; neighborhood: string; city: string; state: string };

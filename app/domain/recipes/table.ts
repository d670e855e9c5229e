import { boolean, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { id, versioned } from "#app/platform/database/columns.ts";

export const recipes = pgTable("recipes", {
  id: id(),
  title: text().notNull(),
  slug: text().notNull().unique(),
  category: text().notNull().default(""),
  difficulty: text().notNull().default("Fácil"),
  short_desc: text().notNull().default(""),
  long_desc: text().notNull().default(""),
  prep_time: integer(),
  servings: integer(),
  image_url: text(),
  ingredients: jsonb().$type<string[]>().notNull().default([]),
  instructions: text().notNull().default(""),
  is_featured: boolean().notNull().default(false),
  visible: boolean().notNull().default(true),
  ...versioned(),
});

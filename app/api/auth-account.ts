import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import {
  openSessionSchema,
  passwordChangeSchema,
  sessionSchema,
} from "#app/domain/auth/schema.ts";
import type { Api } from "./api.ts";
import { type AuthDependencies, largestForm, originOf, tags } from "./auth.ts";
import { giveSession } from "./auth-cookies.ts";
import { bySession, requireSession } from "./guard.ts";
import { listOf, wholeList } from "./list.ts";
import { problem, problemResponses } from "./problem.ts";
import { jsonBody } from "./request-body.ts";

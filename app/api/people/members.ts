import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Api, ApiDependencies } from "#app/api/framework/api-types.ts";
import { composeExample } from "#app/api/framework/compose-example.ts";
import { problemResponse, problemResponses } from "#app/api/framework/problem.ts";
import { publicRoutes, sessionRoutes } from "#app/api/framework/routes.ts";
import { requireSaved, rowChange } from "#app/api/framework/rows.ts";
import type { Invited } from "#app/domain/people/members.server.ts";
import {
  invitationAnswerSchema,
  invitedMemberSchema,
  memberChangesSchema,
  memberSchema,
  newMemberSchema,
  sessionSchema,
} from "#app/domain/people/schema.ts";
import { describeClient, endCurrentSession, setSessionCookies } from "./auth.ts";

const tag = "Membros";
const taken = { email: "Já existe um membro com este e-mail" };
const member = memberSchema.meta({ id: "Member" });
const invited = [
  "Com o link, que só aparece aqui: vale sete dias e uma vez.",
  invitedMemberSchema.meta({ id: "InvitedMember" }),
] as const;

/** Members of the shop, whom the administrator invites, and the answer to an invitation. */
export function addMemberRoutes(api: Api, deps: ApiDependencies): void {
  addRows(api, deps);
  addInvitations(api, deps);
}

function withLink(deps: ApiDependencies, c: Context, { path, ...row }: Invited) {
  return { ...row, link: deps.ownOrigin(c) + path };
}

function addRows(api: Api, deps: ApiDependencies): void {
  const { people } = deps.shop;
  const { row, list, done } = sessionRoutes(api, deps, tag);
  list({
    path: "/members",
    summary: "Lista os membros",
    description: "Quem entra no painel além do administrador, por nome.",
    answer: ["Todos.", member],
    run: () => people.listMembers(),
  });
  row({
    method: "post",
    path: "/members",
    summary: "Convida um membro",
    description:
      "`equipe` cuida de pedidos, dia, estoque e clientes; `consulta` só vê. A pessoa abre o link e escolhe a senha.",
    body: newMemberSchema.meta({ id: "NewMember" }),
    status: 201,
    tagged: true,
    answer: invited,
    problems: problemResponse(409, "O e-mail já é de outro membro. `current` é ele.", {
      kind: "email-taken",
      title: taken.email,
      errors: [{ field: "email", message: taken.email }],
      current: composeExample(member),
    }),
    run: async ({ c, author, body }) =>
      withLink(deps, c, requireSaved(await people.inviteMember(author, body), taken)),
  });
  const changes = memberChangesSchema
    .partial({ version: true })
    .meta({ id: "MemberChanges", examples: [{ active: false, version: 1 }] });
  row({
    ...rowChange(member, changes, people.changeMember, taken),
    path: "/members/{id}",
    summary: "Muda um membro",
    description:
      "Com `active: false` as sessões dele terminam na hora e o convite deixa de valer. O acesso novo vale já na próxima requisição.",
  });
  row({
    method: "post",
    path: "/members/{id}/invitation",
    summary: "Gera outro link de convite",
    description:
      "Também para quem esqueceu a senha: a senha, a verificação em duas etapas, as sessões e o link de antes deixam de valer. " +
      "De um membro desativado, 404.",
    status: 201,
    tagged: true,
    answer: invited,
    run: async ({ c, author, id }) => {
      const renewed = await people.renewInvitation(author, id);
      return renewed && withLink(deps, c, renewed);
    },
  });
  done({
    method: "delete",
    path: "/members/{id}/invitation",
    summary: "Cancela um convite",
    description: "O link deixa de valer.",
    answer: "Cancelado.",
    missing: "Este convite já foi usado ou cancelado",
    run: ({ author, id }) => people.revokeInvitation(author, id),
  });
  done({
    method: "delete",
    path: "/members/{id}",
    summary: "Exclui um membro",
    description: "Com a senha e as sessões. O que fez fica nos logs com o nome dele.",
    answer: "Excluído.",
    run: ({ author, id }) => people.deleteMember(author, id),
  });
}

const tokenParams = z.object({
  token: z
    .string()
    .max(200, { error: "Link inválido." })
    .meta({
      description: "O fim do link do convite.",
      examples: ["ub0fWv3X1nJtq2kZ5yQe7o9dPcLrA4sMhGiTjKx8VwE"],
    }),
});

function addInvitations(api: Api, deps: ApiDependencies): void {
  publicRoutes(api, deps, tag).row({
    method: "post",
    path: "/invitations/{token}",
    summary: "Aceita um convite",
    description:
      "Grava a senha e entra. O link vale uma vez; depois de 60 links errados em dez minutos a rede recebe 429.",
    params: tokenParams,
    body: invitationAnswerSchema.meta({ id: "InvitationAnswer" }),
    answer: ["A sessão.", sessionSchema],
    problems: problemResponses(404, 429),
    run: async ({ c, params, body }) => {
      const { people } = deps.shop;
      const from = describeClient(deps, c);
      const accepted = await people.acceptInvitation(params.token, body.password, from);
      if (!accepted) return deps.wrongLinks.reject(c);
      await endCurrentSession(deps, c);
      setSessionCookies(c, deps.ownOrigin, accepted);
      const { email, expires_at } = accepted.session;
      return { email, expires_at };
    },
  });
}

import { useState } from "react";
import { useNavigate } from "react-router";
import { loginPath } from "#app/domain/auth/rules.ts";
import { toast } from "#app/ui/toast.ts";
import { callApi, describeProblem } from "./call-api.ts";
import { forgetSession } from "./session-store.ts";

/** Ends the session on the server and in every tab. */
export function useSignOut(): { signOut: () => Promise<void>; pending: boolean } {
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  async function signOut() {
    setPending(true);
    const answer = await callApi("POST", "/api/auth/logout");
    setPending(false);
    if (!answer.ok) {
      toast({
        title: "Erro ao sair",
        description: describeProblem(answer.problem),
        look: "destructive",
      });
      return;
    }
    forgetSession();
    // The last word of where to go: without the way back that an ended session would have kept.
    await navigate(loginPath);
    toast({ title: "Logout realizado" });
  }
  return { signOut, pending };
}

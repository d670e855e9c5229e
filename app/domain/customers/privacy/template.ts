type Shop = {
  name: string;
  email: string | null;
  phone: string | null;
  /** Months after which closed orders are anonymized; 0 when not configured. */
  retentionMonths: number;
};

/**
 * A template for the privacy section of the policies page, with the contents that the LGPD (13.709/2018) requires. The
 * shop owner adapts it.
 */
export function privacyText({ name, email, phone, retentionMonths }: Shop): string {
  const contact = [email && `e-mail ${email}`, phone && `telefone ${phone}`].filter(Boolean);
  return `Privacidade e seus dados

${name} é responsável pelo tratamento dos dados pessoais recebidos por este site e segue a Lei Geral de Proteção de Dados (Lei 13.709/2018).

Quais dados guardamos

- Nome, e-mail, telefone e CPF ou CNPJ de quem faz o pedido.
- Endereço de entrega.
- A observação que você escreve no pedido e o que prefere se faltar algo.
- Itens, valores, datas e situação de cada pedido.

Para que usamos

Usamos esses dados para confirmar, entregar e faturar o seu pedido e para resolver problemas com ele: é a execução do contrato que você pede. Notas fiscais e registros contábeis são guardados por obrigação legal. Não usamos os dados para publicidade e não os vendemos.

Com quem compartilhamos

Só com quem participa da entrega e do pagamento, com a contabilidade e com órgãos públicos, quando a lei exige. O CEP que você digita é enviado a um serviço de consulta para preencher o endereço.

O que fica no seu aparelho

O carrinho e o que você já preencheu do pedido ficam gravados no seu navegador até o pedido ser enviado. Quem entra na área do cliente fica conectado por 180 dias, por um cookie, até sair. Não usamos rastreadores.

Por quanto tempo

${howLong(retentionMonths)}

Seus direitos

Você pode pedir a qualquer momento a confirmação de que tratamos os seus dados, acesso, correção, uma cópia, informação sobre com quem foram compartilhados e a exclusão do que não formos obrigados a guardar. Também pode reclamar à Autoridade Nacional de Proteção de Dados (ANPD).

Como pedir

Escreva ou ligue para ${contact.length > 0 ? `${name}: ${contact.join(", ")}` : `${name}, pela página de contato`}. Respondemos em até 15 dias.`;
}

function howLong(months: number): string {
  if (months === 0) {
    return "Guardamos os dados do pedido enquanto durar a obrigação fiscal e o prazo de reclamação; antes disso, apagamos a seu pedido o que não formos obrigados a guardar.";
  }
  return `Os dados pessoais são apagados ${months === 1 ? "um mês" : `${months} meses`} depois de o pedido ser entregue ou cancelado; ficam só itens, valores e datas.`;
}

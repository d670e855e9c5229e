/** The 'Políticas e termos' text: each heading is one line, blocks are separated by a blank line. */
export const policies = `
Última revisão: janeiro de 2026. Este texto vale para os pedidos feitos neste site, por telefone ou pelo WhatsApp. Se algo não ficar claro, pergunte antes de fechar o pedido.

1. Como funciona o pedido

O site recebe pedidos, e nenhum valor é cobrado na hora do envio. Ao clicar em enviar, você recebe um número de pedido. Em até um dia útil entramos em contato para confirmar itens, quantidades, forma de pagamento e data de entrega.

O pedido passa a valer como compra quando os dois lados confirmam. Se um produto faltar, oferecemos um parecido ou retiramos o item, sempre com a sua concordância. Não é preciso criar conta.

2. Preços e pagamento

Os preços estão em reais, já com impostos, e se referem à unidade de venda indicada em cada produto: unidade, pacote, caixa ou quilo. Vale o preço que aparecia quando você enviou o pedido, mesmo que mude antes da entrega. Havendo erro evidente de digitação, avisamos e você decide se quer continuar.

O pagamento é feito na entrega ou antes dela, por um dos meios mostrados no carrinho. Boleto é oferecido a empresas com cadastro aprovado. A nota fiscal acompanha a mercadoria e usa o CPF ou CNPJ informado.

3. Entrega de congelados

Entregamos com frota refrigerada própria em Jundiaí, Várzea Paulista, Campo Limpo Paulista, Itupeva, Louveira e Vinhedo, de segunda a sexta, das 8h às 18h, e aos sábados, das 8h às 12h. Para outras cidades, combinamos transportadora e frete na confirmação.

A taxa de entrega, o pedido mínimo e o valor a partir do qual a entrega é grátis aparecem no carrinho. Quem preferir pode retirar no nosso endereço, com bolsa ou caixa térmica.

Alguém precisa estar no local para receber e guardar os produtos no freezer. Se não houver ninguém, o motorista espera dez minutos e liga para o telefone informado; depois disso o pedido volta à câmara fria e combinamos outra data, com nova taxa de entrega.

4. Conferência e recusa na entrega

Confira tudo na presença do entregador: quantidade, embalagem, validade e temperatura. Você pode recusar, no todo ou em parte, o que chegar amolecido, aberto, com a embalagem rasgada, fora da validade ou diferente do confirmado. O item recusado não é cobrado ou é devolvido no mesmo meio de pagamento.

5. Trocas e problemas percebidos depois

Se notar um defeito ao abrir a embalagem, mantenha o produto a −18 °C, tire uma foto em que apareçam o rótulo e o lote e escreva para nós. Por se tratar de alimento, pedimos que avise assim que perceber; o prazo legal de reclamação, de 30 dias, é respeitado. Confirmado o problema, você escolhe entre troca, crédito ou devolução do valor, e a retirada é por nossa conta.

Não trocamos o que descongelou depois de entregue por falta de energia, freezer desligado ou armazenamento acima de −12 °C.

6. Cancelamento e desistência

Até a saída do caminhão, você cancela sem custo, por telefone ou WhatsApp, informando o número do pedido.

Quem compra como consumidor pode desistir em até sete dias depois de receber, como prevê o artigo 49 do Código de Defesa do Consumidor. Para isso, mantenha o produto fechado e congelado e avise: marcamos a retirada e devolvemos o valor pago, incluindo a taxa de entrega.

Também podemos cancelar um pedido quando não há estoque, quando o endereço fica fora das nossas rotas ou quando não conseguimos contato em três dias úteis. Nada é cobrado nesses casos.

7. Privacidade e seus dados

Tratamos os seus dados conforme a Lei Geral de Proteção de Dados (Lei 13.709/2018). Para atender um pedido, guardamos nome, e-mail, telefone, CPF ou CNPJ, endereço de entrega e os itens comprados. Usamos essas informações para confirmar, entregar, emitir a nota fiscal e resolver problemas, e para nada além disso.

O carrinho fica gravado no seu próprio aparelho até o pedido ser enviado. Não usamos rastreadores de publicidade e não vendemos dados. Eles são compartilhados apenas com quem participa da entrega, com a contabilidade e com órgãos públicos, quando a lei exige. O CEP que você digita é enviado a um serviço público de consulta para preencher o endereço.

Dados de pedidos concluídos são mantidos por cinco anos, por obrigação fiscal; os de pedidos cancelados, apagamos quando você pede. Você também pode pedir acesso, correção, cópia ou exclusão do que não formos obrigados a guardar, pelo e-mail privacidade@pomar.example. Respondemos em até 15 dias.

8. Alergias e conservação

Trabalhamos com fish, crustáceos, moluscos, leite, ovo e glúten em parte do catálogo. Em caso de alergia, leia o rótulo e fale conosco antes de comprar. Conserve os produtos a −18 °C ou menos e não volte a congelar o que descongelou.

9. Fale conosco

Pomar, Rua das Jabuticabeiras, 480, Distrito Industrial, Jundiaí, SP, CEP 13213-000. Telefone (11) 4000-0000, WhatsApp (11) 90000-0000, e-mail contato@pomar.example. Atendemos de segunda a sexta, das 8h às 18h, e aos sábados, das 8h às 12h.

Mudanças neste texto são publicadas nesta página, com a data da revisão, e não alteram pedidos já confirmados.
`.trim();

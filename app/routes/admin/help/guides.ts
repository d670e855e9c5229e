/** How the seller does something. In texts, [brackets] enclose what is written on the screen. */
export type Guide = {
  slug: string;
  title: string;
  /** The address of the screen that it explains. */
  screen: string;
  intro: string;
  steps: readonly string[];
  pictures: readonly GuidePicture[];
};

/** A picture of a screen of the demonstration shop, which `npm run guide:pictures` takes. */
export type GuidePicture = {
  name: string;
  alt: string;
  path: string;
  isPhone?: boolean;
  /** Buttons and links that are pressed before, by their names. */
  press?: readonly string[];
  /** A product file that is chosen then. */
  file?: string;
  /** The text to which the picture is scrolled. */
  show?: string;
};

const exampleFile =
  "Produto;Valor;Qtd;Un.\nPolpa de cambuci 100 g;12,90;40;pct\nJabuticaba 1 kg;24,90;15;un";

export const guides: readonly Guide[] = [
  {
    slug: "abrir-a-loja",
    title: "Dar nome e rosto à loja",
    screen: "/admin/settings",
    intro:
      "O nome e o logo aparecem no alto de todas as páginas; o WhatsApp, nos botões de conversa.",
    steps: [
      "Em Configurações, na aba [Geral], escreva o nome do site e envie o logo. A prévia mostra como fica.",
      "Na aba [Contato], preencha telefone, [WhatsApp] com DDD e e-mail.",
      "Na aba [Aparência], escolha as cores. [Restaurar Padrão] volta às cores de antes.",
      "Aperte [Salvar]. As páginas abertas mudam na hora.",
    ],
    pictures: [
      { name: "geral", alt: "A aba Geral, com nome do site e logo", path: "/admin/settings" },
      { name: "contato", alt: "A aba Contato", path: "/admin/settings?tab=contact" },
    ],
  },
  {
    slug: "cadastrar-um-produto",
    title: "Cadastrar um produto",
    screen: "/admin/products",
    intro: "Um produto precisa de título e preço; o resto pode vir depois.",
    steps: [
      "Em Produtos, aperte [Novo Produto].",
      "Escreva [Título], [Preço] e [Estoque], e escolha [Categoria] e [Unidade de Venda]. O endereço do produto é criado do título.",
      "Arraste uma foto para o quadro das imagens, ou escolha uma do aparelho. Fotos grandes são reduzidas antes do envio.",
      "Aperte [Criar Produto]. Com [Produto Visível] desligado, só você o vê.",
    ],
    pictures: [
      {
        name: "novo-produto",
        alt: "O formulário de um produto novo",
        path: "/admin/products",
        press: ["Novo Produto"],
      },
    ],
  },
  {
    slug: "importar-produtos",
    title: "Importar uma planilha de produtos",
    screen: "/admin/products",
    intro: "Sua lista serve como está: Excel ou CSV, com as colunas em qualquer ordem.",
    steps: [
      "Em Produtos, aperte [Importar] (no celular, em [Mais ações]) e escolha o arquivo. [Baixar modelo] dá um exemplo.",
      "Em [Colunas da planilha], confira o que foi entendido de cada coluna, e corrija se preciso.",
      "Veja o que muda em cada linha, com preço e estoque. Linhas com erro dizem o motivo e ficam de fora.",
      "Aperte o botão [Importar] com a quantidade de produtos. Antes disso nada é gravado.",
      "Para mudar muitos preços, use [Exportar], edite a planilha e importe: só o que você mudou muda.",
    ],
    pictures: [
      {
        name: "importar",
        alt: "A conferência de uma planilha com dois produtos novos",
        path: "/admin/products",
        press: ["Importar"],
        file: exampleFile,
      },
    ],
  },
  {
    slug: "opcoes-e-precos",
    title: "Vender por caixa e dar desconto por quantidade",
    screen: "/admin/products",
    intro: "O mesmo produto pode ser vendido em mais de uma unidade, cada uma com o seu preço.",
    steps: [
      "Abra o produto e, em Opções de venda, aperte [Adicionar opção].",
      "Escolha [Unidade da opção], escreva [Preço da opção] e quanto ela contém da unidade principal.",
      "[Pedido mínimo] e [De quanto em quanto] limitam a quantidade.",
      "Com [Preço por quantidade], escreva [A partir de] quantas o preço muda, e o [Preço cada].",
      "A prévia ao lado mostra como fica na loja. Aperte [Atualizar Produto].",
    ],
    pictures: [
      {
        name: "opcoes",
        alt: "As opções de venda de um produto",
        path: "/admin/products",
        press: ["Editar Polpa de açaí 100 g"],
        show: "Opções de venda",
      },
    ],
  },
  {
    slug: "mudar-muitos-precos",
    title: "Mudar muitos preços de uma vez",
    screen: "/admin/products",
    intro: "Escolha os produtos e mude todos juntos, com volta.",
    steps: [
      "Marque os produtos na lista, ou filtre e selecione todos. No celular, segure o dedo em um produto.",
      "Aperte [Mudar preços], escreva a [Porcentagem] e escolha como [Arredondar].",
      "[Ver preços] mostra cada preço novo; nada muda ainda.",
      "Confirme. [Desfazer] traz os preços de antes.",
      "No computador a lista é uma planilha: escreva nos preços ou cole uma coluna, e aperte [Salvar]. [Preencher para baixo] repete o valor.",
    ],
    pictures: [
      {
        name: "precos",
        alt: "A mudança de preços dos produtos marcados",
        path: "/admin/products",
        press: [
          "Selecionar Polpa de açaí 100 g",
          "Selecionar Polpa de acerola 100 g",
          "Mudar preços",
        ],
      },
    ],
  },
  {
    slug: "receber-pedidos",
    title: "Receber e confirmar pedidos",
    screen: "/admin/orders",
    intro: "Pedidos novos aparecem na hora, sem recarregar a página.",
    steps: [
      "O Dashboard mostra primeiro os pedidos que esperam resposta. [Confirmar] aceita o pedido e tira as quantidades do estoque.",
      "Errou? Aperte [Desfazer] no aviso.",
      "Em Pedidos, abra um pedido para ver itens, cliente e endereço. O botão verde é o próximo passo.",
      "No computador o pedido abre ao lado da lista: J e K trocam de pedido, e Enter faz o próximo passo.",
      "Procure por número, nome ou e-mail, filtre por status, ou escolha [Hoje], [Ontem] ou [Semana].",
    ],
    pictures: [
      { name: "esperando", alt: "O Dashboard com pedidos esperando resposta", path: "/admin" },
      {
        name: "pedido",
        alt: "Um pedido aberto, com o botão do próximo passo",
        path: "/admin/orders",
        press: ["Ver pedido"],
      },
    ],
  },
  {
    slug: "avisar-o-cliente",
    title: "Avisar o cliente pelo WhatsApp",
    screen: "/admin/orders",
    intro: "A mensagem já vem escrita, com o número do pedido e o valor.",
    steps: [
      "Abra o pedido e aperte [Avisar no WhatsApp].",
      "Confira a [Mensagem]; você pode mudar o texto antes de enviar.",
      "A conversa abre no WhatsApp. Você aperta enviar lá.",
    ],
    pictures: [
      {
        name: "avisar",
        alt: "A mensagem pronta para o cliente",
        path: "/admin/orders",
        press: ["Ver pedido", "Avisar no WhatsApp"],
      },
    ],
  },
  {
    slug: "pix",
    title: "Receber por Pix",
    screen: "/admin/settings",
    intro: "Com a chave cadastrada, o cliente recebe o código com o valor do pedido.",
    steps: [
      "Em Configurações, na aba [Pagamentos], escreva [Chave Pix], [Nome do recebedor] e [Cidade do recebedor].",
      "Aperte [Salvar] e leia o código de exemplo com o aplicativo do banco.",
      "Quando o dinheiro chegar, abra o pedido e aperte [Marcar como pago].",
    ],
    pictures: [
      {
        name: "pix",
        alt: "Os campos do Pix na aba Pagamentos",
        path: "/admin/settings?tab=payments",
        show: "Chave Pix",
      },
    ],
  },
  {
    slug: "entregas",
    title: "Taxa de entrega e pedido mínimo",
    screen: "/admin/settings",
    intro: "Zero desliga cada um destes valores.",
    steps: [
      "Em Configurações, na aba [Pagamentos], escreva a taxa, o [Pedido mínimo (R$)] e a partir de quanto a entrega é grátis.",
      "Aperte [Salvar]. O carrinho mostra quanto falta para a entrega grátis, e vale para os novos pedidos.",
      "Para taxa, dias e turnos por região, aperte [Nova zona] e escreva as faixas de CEP ou os bairros; em [Testar um CEP] você vê o que o cliente vê.",
    ],
    pictures: [
      {
        name: "entregas",
        alt: "Taxa de entrega, pedido mínimo e entrega grátis",
        path: "/admin/settings?tab=payments",
        show: "Taxa de entrega",
      },
    ],
  },
  {
    slug: "desfazer",
    title: "Desfazer e voltar a uma versão de antes",
    screen: "/admin/settings",
    intro: "Toda mudança fica guardada, com data e autor.",
    steps: [
      "Logo depois de agir, o aviso tem [Desfazer].",
      "Mais tarde, em Configurações, na aba [Logs], ache o registro e abra as mudanças.",
      "[Restaurar esta versão] mostra o que volta e pede que você confirme com [Restaurar].",
    ],
    pictures: [
      { name: "logs", alt: "A aba Logs", path: "/admin/settings?tab=audit" },
      {
        name: "mudancas",
        alt: "O que mudou em um registro",
        path: "/admin/settings?tab=audit",
        press: ["Ver mudanças"],
      },
    ],
  },
  {
    slug: "copia-das-listas",
    title: "Guardar uma cópia das suas listas",
    screen: "/admin/orders",
    intro: "Os arquivos abrem no Excel e em outras planilhas.",
    steps: [
      "Em Produtos, [Exportar] baixa todos os produtos, também os ocultos.",
      "Em Pedidos, [Exportar CSV] baixa os pedidos do filtro escolhido.",
    ],
    pictures: [{ name: "pedidos", alt: "A lista de pedidos", path: "/admin/orders" }],
  },
  {
    slug: "avisos-no-celular",
    title: "Receber avisos no celular",
    screen: "/admin/account",
    intro: "O aparelho avisa de pedidos novos, também com o painel fechado.",
    steps: [
      "Entre no painel pelo celular e abra Conta.",
      "Aperte [Avisar neste aparelho] e permita as notificações.",
      "[Testar] manda um aviso na hora. [Desligar] para de avisar.",
    ],
    pictures: [
      {
        name: "avisos",
        alt: "Os avisos no aparelho, na tela Conta",
        path: "/admin/account",
        isPhone: true,
      },
    ],
  },
  {
    slug: "dados-pessoais",
    title: "Dados pessoais e LGPD",
    screen: "/admin/settings",
    intro: "O cliente pode pedir os dados dele, ou que sejam apagados.",
    steps: [
      "Abra um pedido do cliente e aperte [Mais]: [Baixar dados do cliente] ou [Apagar dados do cliente].",
      "Os pedidos apagados ficam sem nome e endereço; os valores continuam.",
      "Em Configurações, na aba [Geral], [Apagar dados de clientes depois de (meses)] faz isso sozinho.",
      "[Inserir modelo de privacidade] escreve um texto para as políticas. Leia e ajuste.",
    ],
    pictures: [
      {
        name: "dados",
        alt: "O menu de um pedido, com os dados do cliente",
        path: "/admin/orders",
        press: ["Ver pedido", "Mais"],
      },
    ],
  },
  {
    slug: "duas-etapas",
    title: "Proteger a conta com duas etapas",
    screen: "/admin/account",
    intro: "Além da senha, a entrada pede um código do seu celular.",
    steps: [
      "Em Conta, em Verificação em duas etapas, aperte [Ativar] e escreva a senha.",
      "Leia o código QR com um aplicativo autenticador e escreva o [Código do aplicativo].",
      "Guarde os códigos de recuperação: cada um vale uma vez.",
      "Na próxima entrada, escreva o código depois da senha.",
    ],
    pictures: [
      {
        name: "duas-etapas",
        alt: "A verificação em duas etapas, na tela Conta",
        path: "/admin/account",
        show: "Verificação em duas etapas",
      },
    ],
  },
];

const pictureSizes = {
  wide: { width: 1280, height: 800 },
  phone: { width: 360, height: 640 },
};

/** Where the pictures are, as addresses and below `public`. */
export const picturesPath = "/guide";

export const sizeOf = ({ isPhone }: GuidePicture) => pictureSizes[isPhone ? "phone" : "wide"];

/** What an `<img>` needs. */
export function pictureOf(picture: GuidePicture) {
  const { name, alt } = picture;
  return { src: `${picturesPath}/${name}.webp`, alt, ...sizeOf(picture) };
}

/** A text with its labels apart: texts at even positions, labels at odd ones. */
export const splitLabels = (text: string) => text.split(/\[([^\]]+)\]/);

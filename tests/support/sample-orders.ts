/** A valid customer for tests, as typed. */
export const customer = {
  name: "Maria da Silva",
  email: "maria@example.com",
  phone: "(11) 98765-4321",
  document: "529.982.247-25",
  zipCode: "01310-100",
  street: "Avenida Paulista",
  number: "1000",
  complement: "",
  neighborhood: "Bela Vista",
  city: "São Paulo",
  state: "SP",
};

export default function PoliciesPage() {
  return <h1>policies</h1>;
}

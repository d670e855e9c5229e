export default function NotfoundPage() {
  return <h1>not-found</h1>;
}

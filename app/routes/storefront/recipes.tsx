export default function RecipesPage() {
  return <h1>recipes</h1>;
}

/** @param {[part: string, rules: string[] | null]} given */
async ([part, rules]) => {
  const asked = { resultTypes: ["violations"], ...(rules && { runOnly: rules }) };
  const { violations } = await window.axe.run(part, asked);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
};

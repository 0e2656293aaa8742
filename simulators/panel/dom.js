export const byId = (id) => document.getElementById(id);

export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export async function send(path, body) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.port ? portTaken(answer.port) : answer.error);
  return answer;
}

const portTaken = (port) =>
  `Enheten är avstängd, för ett annat program använder dess port ${port}. Stoppa det och slå på enheten igen.`;

export function problem(error) {
  byId("lost").hidden = false;
  setText(byId("lost"), `Det gick inte: ${error.message}`);
}

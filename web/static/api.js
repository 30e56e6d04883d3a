// Questions and changes. A change that is turned down comes back as its problem; who has not joined is led to the door.

export async function get(path) {
  const answer = await fetch(path, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}

export async function post(path, body = {}) {
  let answer;
  try {
    answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Warglass": "1" },
      body: JSON.stringify(body),
    });
  } catch {
    return { detail: "No connection to the table. Try again." };
  }
  const said = await answer.json();
  if (answer.ok) return { view: said };
  if (answer.status === 403) location.assign("/join");
  return { detail: said.errors?.[0]?.message ?? said.detail };
}

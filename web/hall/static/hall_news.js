// The hall's news, for whichever page it is.

// Where they are asked for, by a page that was drawn at some version: with `whole` all of them first.
export function addresses(page, tiles, whole) {
  const known = (view) => `${view?.version ?? page.dataset.version}&run=${view?.run ?? page.dataset.run}`;
  return {
    name: `hall ${tiles}`,
    now: (view) => (whole && !view ? "/api/hall/news" : `/api/hall/news?behind=${known(view)}`),
    stream: (view) => `/api/hall/events?behind=${known(view)}&tiles=${tiles}`,
  };
}

// Whether what stands on the page of that name has changed since it was drawn, or was drawn of an earlier run, whose
// versions are none of this one's.
export const outdated = ({ run, pages }, { version, run: drawn, part }) => `${run}` !== drawn || pages[part] > Number(version);

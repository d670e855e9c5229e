import { useCallback, useState } from "react";

/** Which row a screen's dialog edits; without a row it makes a new one. `turn` is the key by which each opening starts anew. */
export function useEditing<Row>() {
  const [editing, setEditing] = useState<{ turn: number; open: boolean; row?: Row }>({
    turn: 0,
    open: false,
  });
  const edit = useCallback(
    (row?: Row) => setEditing(({ turn }) => ({ turn: turn + 1, open: true, row })),
    [],
  );
  const close = useCallback(() => setEditing((now) => ({ ...now, open: false })), []);
  return { editing, edit, close };
}

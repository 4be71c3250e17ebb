// Puts off changes that move parts of the page until a press has ended. Browsers make no click of a press whose button or link has moved
// before the release, such as below an error of the field that lost the focus.

/** Longest time in milliseconds that a change waits, because a release may go unnoticed, such as over a menu of the browser. */
const maxWaitMs = 2_000

/** Ends the press; undefined while nothing is pressed. */
let timer: ReturnType<typeof setTimeout> | undefined
const waiting: (() => void)[] = []

function end(): void {
  clearTimeout(timer)
  timer = undefined
  for (const change of waiting.splice(0)) change()
}

function endIn(ms: number): void {
  clearTimeout(timer)
  timer = setTimeout(end, ms)
}

if (typeof window !== 'undefined') {
  // After a touch, the focus moves with the mouse events that follow the release.
  for (const type of ['pointerdown', 'mousedown']) window.addEventListener(type, () => endIn(maxWaitMs), true)
  // `mouseup` and `click` follow.
  for (const type of ['pointerup', 'pointercancel']) window.addEventListener(type, () => endIn(0), true)
  // The target of the click is known by now, and its handlers find the page as it is without the wait.
  window.addEventListener('mouseup', end, true)
}

/** Makes a change that can move parts of the page: at once, or when the press that is under way ends, before its click. */
export function afterPress(change: () => void): void {
  if (timer === undefined) change()
  else waiting.push(change)
}

/** Like `afterPress`, when an element loses the focus: not if the focus stays inside of it, or is inside again when the press ends. */
export function afterFocusLeft(
  { currentTarget, relatedTarget }: { currentTarget: EventTarget | null; relatedTarget: EventTarget | null },
  change: () => void,
): void {
  const holds = (target: EventTarget | null) =>
    currentTarget instanceof Node && target instanceof Node && currentTarget.contains(target)
  // The active element of a window that has lost the focus stays the same.
  const isBack = () => document.hasFocus() && holds(document.activeElement)
  if (!holds(relatedTarget)) afterPress(() => isBack() || change())
}

/**
 * A call that may be asked for much more often than it should be made: it runs at once, and everything that asks while it
 * runs or during `pause` (milliseconds) afterwards becomes one more run. `run` must not reject.
 */
export function throttle(run: () => Promise<unknown>, pause: number): () => void {
  let asked = false
  let busy = false

  const go = async (): Promise<void> => {
    if (busy) {
      asked = true
      return
    }
    busy = true
    await run()
    setTimeout(() => {
      busy = false
      if (!asked) return
      asked = false
      void go()
    }, pause)
  }
  return () => void go()
}

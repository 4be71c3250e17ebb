// Dialogs, and other things that open and close, whose scripts are loaded when they are opened or shortly before.

import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { t } from '../../i18n/t.ts'
import { dismissToast, toast } from '../feedback/toast-store.ts'

type Closable = { onClose: () => void }

const toastId = 'dialog-not-loaded'

/**
 * Returns a dialog, or a list or form that closes as one does, whose script is loaded when it opens for the first time. If that fails, a
 * message says so and it closes; the screen stays, and the script is loaded again when it is opened again. Some browsers keep the failure
 * until the page is reloaded.
 */
export function lazyDialog<Props>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & Closable> & { preload: () => Promise<ComponentType<Props>> } {
  let loaded: ComponentType<Props> | undefined
  let hasFailed = false
  const preload = async () => {
    loaded ??= await load()
    if (hasFailed) dismissToast(toastId)
    hasFailed = false
    return loaded
  }
  function LoadedWhenOpen(props: Props & Closable) {
    // A field, because React would call a component that is a state by itself.
    const [{ Content }, setContent] = useState({ Content: loaded })
    const onFailed = useEffectEvent(() => {
      hasFailed = true
      toast({
        id: toastId,
        kind: 'error',
        text: t('ui.dialogNotLoaded'),
        action: { label: t('app.reload'), onPress: () => location.reload() },
      })
      props.onClose()
    })
    const onEscape = useEffectEvent(() => props.onClose())
    useEffect(() => {
      if (Content) return undefined
      const waiting = new AbortController()
      const { signal } = waiting
      keepKeys(() => onEscape(), signal)
      preload().then(
        (component) => !signal.aborted && setContent({ Content: component }),
        () => {
          if (signal.aborted) return
          // A question that must not be left now stays, but is not shown.
          waiting.abort()
          onFailed()
        },
      )
      return () => waiting.abort()
    }, [Content])
    return Content && <Content {...props} />
  }
  return Object.assign(LoadedWhenOpen, { preload })
}

/** What Enter or Space press. */
const pressed = 'a, button, summary, [type="checkbox"], [type="radio"]'

/**
 * Until the signal is aborted, what is typed is meant for a dialog that is being loaded: neither shortcuts of the screen below nor its
 * focused button or box act. Escape calls `onEscape`.
 */
function keepKeys(onEscape: () => void, signal: AbortSignal): void {
  const keep = (event: KeyboardEvent) => {
    const { type, key, target } = event
    event.stopPropagation()
    if ((key === 'Enter' || key === ' ') && target instanceof Element && target.closest(pressed))
      event.preventDefault()
    if (type === 'keydown' && key === 'Escape') onEscape()
  }
  // Some browsers press a button when Space goes up.
  for (const type of ['keydown', 'keyup'] as const) addEventListener(type, keep, { capture: true, signal })
}

/**
 * Loads a script that a press may soon need. Without a connection it does not, because many browsers keep a failure until the page is
 * reloaded. If it fails, the press tries again and says so.
 */
export function preloadOnline(preload: () => Promise<unknown>): void {
  if (navigator.onLine) preload().catch(() => undefined)
}

/**
 * Loads a script when the pointer, a finger or the focus reaches the first button, so that what a press opens is there at once. Without a
 * connection it waits for the next button. Returns a function that stops waiting.
 */
export function preloadBeforePress(preload: () => Promise<unknown>): () => void {
  const waiting = new AbortController()
  const onReached = ({ target }: Event) => {
    if (!navigator.onLine || !(target instanceof Element) || target.closest('button') === null) return
    waiting.abort()
    preloadOnline(preload)
  }
  addEventListener('pointerover', onReached, { signal: waiting.signal })
  addEventListener('focusin', onReached, { signal: waiting.signal })
  return () => waiting.abort()
}

import { useEffect, useEffectEvent, useState } from 'react'
import type { ComponentType } from 'react'
import { t } from '../../i18n/t.ts'
import { dismissToast, toast } from '../feedback/toast-store.ts'

type Closable = { onClose: () => void }

const toastId = 'dialog-not-loaded'

/**
 * Returns a dialog whose script is loaded when it opens for the first time. If that fails, a message says so and the dialog closes; the
 * screen stays, and the script is loaded again when the dialog is opened again. Some browsers keep the failure until the page is reloaded.
 */
export function lazyDialog<Props>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & Closable> {
  let loaded: ComponentType<Props> | undefined
  return function LoadedWhenOpen(props) {
    // A field, because React would call a component that is a state by itself.
    const [{ Content }, setContent] = useState({ Content: loaded })
    const onFailed = useEffectEvent(() => {
      toast({
        id: toastId,
        kind: 'error',
        text: t('ui.dialogNotLoaded'),
        action: { label: t('app.reload'), onPress: () => location.reload() },
      })
      props.onClose()
    })
    useEffect(() => {
      if (loaded) return undefined
      let isOpen = true
      load().then(
        (component) => {
          loaded = component
          dismissToast(toastId)
          if (isOpen) setContent({ Content: component })
        },
        () => isOpen && onFailed(),
      )
      return () => {
        isOpen = false
      }
    }, [])
    return Content && <Content {...props} />
  }
}

/** A dialog of which only the frame is loaded when it opens for the first time. */
export const LazyDialog = lazyDialog(async () => (await import('./dialog.tsx')).Dialog)

// `useForm`, with which all forms are made: their values, validation, errors and request. And what a form has besides its fields: why the
// last attempt to send it failed, and the buttons that send or discard it.

import { useEffect, useRef, useState, type ComponentProps, type ReactNode, type SubmitEvent } from 'react'
import { get, useForm as useHookForm, useWatch } from 'react-hook-form'
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import type { ZodType } from 'zod'
import type { RequestFailed } from '../../http/request-failed.ts'
import { useFormSubmit } from './use-form-submit.ts'
import { t } from '../../i18n/t.ts'
import { afterPress } from '../after-press.ts'
import { Button } from '../controls/button.tsx'
import { Banner } from '../display/surfaces.tsx'
import { resolverOf, useOwnedValues, useSchemaLoader, useUnsentValues } from './form-values.ts'
import type { RefusedValue, ValuesOwner } from './form-values.ts'
import css from './use-form.module.css'

export type FormOptions<Values extends FieldValues, Request, Response> = {
  /**
   * Loads the schema, from the values of the form to the request, and with it the library of schemas. It is called when the form is
   * touched or has been shown for a while, so that the schema is there at the first validation, also when the connection is lost meanwhile.
   */
  schema: () => Promise<ZodType<Request, Values>>
  /** All fields of the form, in the order in which a summary lists them. */
  defaultValues: Values
  /** The owner of the values, if it is not the form: the fields show its values, and it receives what is typed. */
  owner?: ValuesOwner<Values> | undefined
  /** The message if the server sends none. */
  failureText?: string
  /** Sends what the schema made of the values. */
  send: (request: Request) => Promise<Response>
  onDone: (response: Response) => void
  /**
   * Names the form among all of the user. Typed text then stays on this device until it is sent, as long as the user does not log out.
   */
  unsent?: string | undefined
  /** The fields whose errors the server gives under another name, by that name. */
  fieldNames?: Readonly<Record<string, keyof Values & string>>
  /** Called after a failed request. A returned text replaces the message. */
  onFailure?: (failure: RequestFailed) => string | void
}

/** The props that connect a text control to the form. `id` equals the name. */
export type TextControlProps = ReturnType<UseFormReturn['register']> & {
  id: string
  error: string | undefined
}

export type Form<Values extends FieldValues> = ReturnType<typeof useForm<Values, unknown, unknown>>

/** Forms with more fields than this have a summary of their errors. */
const maxFieldsWithoutSummary = 3

/**
 * A field is validated when it loses the focus, after the press that takes it, and on every change from then on; an error of the server
 * stays at its field until the value changes. An attempt that fails focuses the first invalid field.
 */
export function useForm<Values extends FieldValues, Request, Response>({
  schema,
  defaultValues,
  owner,
  failureText,
  send,
  onDone,
  unsent,
  fieldNames = {},
  onFailure,
}: FormOptions<Values, Request, Response>) {
  const element = useRef<HTMLFormElement>(null)
  const [refusedValues] = useState(() => new Map<string, RefusedValue>())
  const [hasFieldFailure, setHasFieldFailure] = useState(false)
  const { pending, failure, run, setFailure } = useFormSubmit(failureText)
  const schemaLoader = useSchemaLoader(schema)
  const fields = useHookForm<Values, unknown, Request>({
    // Safe because all fields have a default value.
    defaultValues: defaultValues as DefaultValues<Values>,
    resolver: resolverOf(schemaLoader.load, refusedValues),
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const values = useWatch({ control: fields.control })
  const { submitCount, isSubmitted, isSubmitting } = fields.formState
  const keep = useUnsentValues(fields, defaultValues, unsent)
  useOwnedValues(fields, owner)

  useEffect(() => {
    // The order of the page, not that of the registration.
    if (submitCount > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [submitCount])

  const showFailure = (problem: RequestFailed) => {
    const names = Object.keys(defaultValues)
    const known = Object.entries(problem.errors)
      .map(([name, message]) => [fieldNames[name] ?? name, message] as const)
      .filter(([name]) => names.includes(name))
    for (const [field, message] of known) {
      // Safe: it is one of the names.
      const name = field as Path<Values>
      const error = { type: problem.code, message }
      refusedValues.set(name, { value: fields.getValues(name), ...error })
      fields.setError(name, error)
    }
    setHasFieldFailure(known.length > 0)
    return onFailure?.(problem)
  }
  const sendRequest = (request: Request) =>
    run(async () => {
      const response = await send(request)
      keep(undefined)
      onDone(response)
    }, showFailure)
  const errorOf = (name: Path<Values>): string | undefined =>
    fields.getFieldState(name, fields.formState).error?.message

  return {
    /** Spread on the `<form>`. */
    props: {
      ref: element,
      noValidate: true,
      // For fields that do not say otherwise: what only this form asks for.
      autoComplete: 'off',
      onFocus: schemaLoader.prefetch,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        // A dialog with a form can belong to another form of the page, which must not be sent.
        event.stopPropagation()
        // The schema may still be on its way.
        if (isSubmitting) return event.preventDefault()
        // The user may send a refused value again: the name may have become free.
        refusedValues.clear()
        setFailure(undefined)
        setHasFieldFailure(false)
        schemaLoader.allow()
        void fields.handleSubmit(sendRequest)(event)
      },
    },
    pending: pending || isSubmitting,
    failure: hasFieldFailure ? undefined : (failure ?? fields.formState.errors.root?.message),
    setFailure,
    /** Forgets what was typed and not sent, because the user cancels. */
    discard: () => keep(undefined),
    summary: isSubmitted
      ? summarize(Object.keys(defaultValues), (name) => errorOf(name as Path<Values>))
      : [],
    text: <Name extends Path<Values>>(name: Name): TextControlProps => {
      const { onBlur, ...control } = fields.register(name)
      return {
        ...control,
        id: name,
        error: errorOf(name),
        onBlur: async (event) => afterPress(() => void onBlur(event)),
      }
    },
    /** The props that connect a control without its own input to the form. */
    control: <Name extends Path<Values>>(name: Name) => ({
      id: name,
      name,
      value: get<object, PathValue<Values, Name>>(values, name),
      error: errorOf(name),
      onValueChange: (value: PathValue<Values, Name>) =>
        fields.setValue(name, value, {
          shouldDirty: true,
          shouldValidate: isSubmitted || errorOf(name) !== undefined,
        }),
      onBlur: () => afterPress(() => void fields.trigger(name)),
    }),
    errorOf,
    /** The code with which the server has refused the value of a field. */
    codeOf: (name: Path<Values>) => fields.getFieldState(name, fields.formState).error?.type,
    fields: fields as UseFormReturn<Values, unknown, unknown>,
  }
}

type Summary = { field: string; message: string }[]

function summarize(names: string[], errorOf: (name: string) => string | undefined): Summary {
  const invalid = names.flatMap((field) => {
    const message = errorOf(field)
    return message === undefined ? [] : [{ field, message }]
  })
  // A single fault has the focus, and its message beside it.
  const faults = new Set(invalid.map(({ message }) => message)).size
  return names.length > maxFieldsWithoutSummary && faults > 1 ? invalid : []
}

type FormMessagesProps = {
  form: { failure: string | undefined; summary: Summary }
  /** Follows the message of a failed request, such as a link to a way out. */
  children?: ReactNode
}

/** The message of the server, or the invalid fields. */
export const FormMessages = ({ form: { failure, summary }, children }: FormMessagesProps) => (
  <>
    {failure !== undefined && (
      <Banner kind="danger" live>
        <span>{failure}</span>
        {children && <> {children}</>}
      </Banner>
    )}
    {summary.length > 0 && (
      // The errors of a long form, each with a link that focuses its field.
      <Banner kind="danger" live title={t('forms.thingsToFix', { count: summary.length })}>
        <ul className={css.summary}>
          {summary.map(({ field, message }) => (
            <li key={field}>
              <a
                href={`#${field}`}
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(field)?.focus()
                }}
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      </Banner>
    )}
  </>
)

type SubmitButtonProps = Omit<ComponentProps<typeof Button>, 'form' | 'type' | 'busy'> & {
  form: { pending: boolean }
  busyText: string
}

/** The button that sends a form. It is busy until the request has its response. */
export const SubmitButton = ({ form, kind = 'primary', ...rest }: SubmitButtonProps) => (
  <Button {...rest} type="submit" kind={kind} busy={form.pending} />
)

type CancelButtonProps = {
  form: { pending: boolean; discard: () => void }
  /** Called after what was typed is forgotten. */
  onClose: () => void
  kind?: 'quiet'
}

/** The button that closes a form and forgets what was typed and not sent. */
export const CancelButton = ({ form, onClose, ...props }: CancelButtonProps) => (
  <Button
    {...props}
    disabled={form.pending}
    onClick={() => {
      form.discard()
      onClose()
    }}
  >
    {t('common.cancel')}
  </Button>
)

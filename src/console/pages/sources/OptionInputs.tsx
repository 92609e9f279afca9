import { Autocomplete, JsonInput, Select, TagsInput, TextInput } from "@mantine/core"
import { countryLabels, type Draft, type OptionField, written } from "./optionFields.ts"

interface OptionInputsProps {
  readonly fields: ReadonlyArray<OptionField>
  readonly draft: Draft
  readonly onChange: (name: string, value: string | ReadonlyArray<string>) => void
  /** The error of a field. */
  readonly errorOf: (name: string) => string | undefined
  /** Called when a field loses the focus. */
  readonly onLeave: (name: string) => void
}

interface TextFieldProps extends Omit<OptionInputsProps, "fields" | "errorOf"> {
  readonly field: OptionField
  /** The properties that all fields have. */
  readonly common: Readonly<Record<string, unknown>>
}

/** A country, suggested by name and written as its code, or any other text. */
const TextField = ({ common, draft, field, onChange, onLeave }: TextFieldProps) => {
  const value = String(draft[field.name] ?? "")
  return field.isCountry ? (
    <Autocomplete
      {...common}
      data={countryLabels}
      openOnFocus={false}
      limit={20}
      placeholder={field.placeholder}
      value={value}
      onChange={(text) => onChange(field.name, text)}
      onOptionSubmit={(text) => onChange(field.name, written(field, [text])[0] ?? text)}
      onBlur={() => {
        onChange(field.name, value === "" ? "" : (written(field, [value])[0] ?? ""))
        onLeave(field.name)
      }}
    />
  ) : (
    <TextInput
      {...common}
      placeholder={field.placeholder}
      value={value}
      onChange={(event) => onChange(field.name, event.currentTarget.value)}
    />
  )
}

/** A form built from the JSON Schema of a source type's options. */
export const OptionInputs = ({ draft, errorOf, fields, onChange, onLeave }: OptionInputsProps) =>
  fields.map((field) => {
    const value = draft[field.name] ?? ""
    const common = {
      key: field.name,
      label: field.label,
      description: field.description,
      required: field.required,
      error: errorOf(field.name),
      onBlur: () => onLeave(field.name)
    }
    const { key, ...rest } = common
    switch (field.kind) {
      case "choice":
        return (
          <Select
            key={key}
            {...rest}
            clearable={!field.required}
            searchable={field.choices.length > 8}
            data={[...field.choices]}
            value={value === "" ? null : String(value)}
            onChange={(choice) => onChange(field.name, choice ?? "")}
          />
        )
      case "list":
        return (
          <TagsInput
            key={key}
            {...rest}
            placeholder={value.length === 0 ? field.placeholder : ""}
            data={field.isCountry ? countryLabels : []}
            // The list would cover the message of a field that gets the focus for its fault.
            openOnFocus={false}
            limit={field.isCountry ? 20 : 0}
            value={typeof value === "string" ? [] : [...value]}
            onChange={(values) => onChange(field.name, written(field, values))}
            acceptValueOnBlur
          />
        )
      case "json":
        return (
          <JsonInput
            key={key}
            {...rest}
            placeholder={field.placeholder}
            value={String(value)}
            onChange={(text) => onChange(field.name, text)}
            formatOnBlur
            autosize
            minRows={2}
            maxRows={14}
          />
        )
      case "text":
        return <TextField key={key} common={rest} draft={draft} field={field} onChange={onChange} onLeave={onLeave} />
    }
  })

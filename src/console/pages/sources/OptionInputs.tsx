import { JsonInput, Select, TagsInput, TextInput } from "@mantine/core"
import { type Draft, type OptionField, written } from "./optionFields.ts"

interface OptionInputsProps {
  readonly fields: ReadonlyArray<OptionField>
  readonly draft: Draft
  readonly onChange: (name: string, value: string | ReadonlyArray<string>) => void
  /** What is wrong with a field. */
  readonly errorOf: (name: string) => string | undefined
  /** Somebody has been in the field. */
  readonly onLeave: (name: string) => void
}

/** A form made of what a type of source says of its options. */
export const OptionInputs = ({ draft, errorOf, fields, onChange, onLeave }: OptionInputsProps) =>
  fields.map((field) => {
    const value = draft[field.name] ?? ""
    const common = {
      key: field.name,
      label: field.label,
      description: field.description,
      withAsterisk: field.required,
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
        return (
          <TextInput
            key={key}
            {...rest}
            placeholder={field.placeholder}
            value={String(value)}
            onChange={(event) => onChange(field.name, event.currentTarget.value)}
          />
        )
    }
  })

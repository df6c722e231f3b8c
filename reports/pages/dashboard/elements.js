"use strict";
// Elements and figures, alike on every page. Text reaches a page as text alone.

const byId = (id) => document.getElementById(id);

function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(key, value === true ? "" : value);
    }
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

function figure(value, least = 0) {
  if (value === null || value === undefined) return "";
  if (typeof value !== "number") return String(value);
  const digits = Math.abs(value) >= 100 ? Math.min(least, 1) : 3;
  const text = value.toFixed(Number.isInteger(value) ? Math.min(least, digits) : digits || 1);
  return make("data", { value }, text.replace("-", "−"));
}

const count = (number) => number.toLocaleString("en").replaceAll(",", "\u202f");

const capital = (text) => (text ? text[0].toUpperCase() + text.slice(1) : text);

//! JSON whose fields keep their order: settings of others are written back as they were found.

use std::fmt;

use serde::{
    de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor},
    ser::{Serialize, SerializeMap as _, Serializer},
};
use serde_json::Value;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Json {
    /// Anything that holds no other.
    Leaf(Value),
    /// A list.
    List(Vec<Self>),
    /// An object.
    Object(Object),
}

/// An object: its fields in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Object(Vec<(String, Json)>);

impl Object {
    /// Returns a field.
    pub(super) fn get(&self, name: &str) -> Option<&Json> {
        let field = self.0.iter().find(|(known, _)| known == name);
        field.map(|(_, value)| value)
    }

    /// Returns a field, to be changed.
    pub(super) fn get_mut(&mut self, name: &str) -> Option<&mut Json> {
        let field = self.0.iter_mut().find(|(known, _)| known == name);
        field.map(|(_, value)| value)
    }

    /// Adds a field at the end, unless it is there.
    pub(super) fn ensure(&mut self, name: &str, value: Json) {
        if self.get(name).is_none() {
            self.0.push((name.to_owned(), value));
        }
    }

    /// Takes a field out.
    pub(super) fn remove(&mut self, name: &str) {
        self.0.retain(|(known, _)| known != name);
    }

    /// Whether it has no field.
    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Json {
    /// Makes an object.
    pub(super) fn object<const N: usize>(fields: [(&str, Self); N]) -> Self {
        let fields = fields.map(|(name, value)| (name.to_owned(), value));
        Self::Object(Object(fields.into()))
    }

    /// Makes a value that holds no other.
    pub(super) fn leaf(value: impl Into<Value>) -> Self {
        Self::Leaf(value.into())
    }

    /// Returns the text that it is.
    pub(super) fn as_str(&self) -> Option<&str> {
        match self {
            Self::Leaf(value) => value.as_str(),
            Self::List(_) | Self::Object(_) => None,
        }
    }

    /// Returns the object that it is.
    pub(super) const fn as_object(&self) -> Option<&Object> {
        match self {
            Self::Object(object) => Some(object),
            Self::Leaf(_) | Self::List(_) => None,
        }
    }

    /// Returns the object that it is, to be changed.
    pub(super) const fn as_object_mut(&mut self) -> Option<&mut Object> {
        match self {
            Self::Object(object) => Some(object),
            Self::Leaf(_) | Self::List(_) => None,
        }
    }

    /// Returns the list that it is, to be changed.
    pub(super) const fn as_list_mut(&mut self) -> Option<&mut Vec<Self>> {
        match self {
            Self::List(list) => Some(list),
            Self::Leaf(_) | Self::Object(_) => None,
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Json::deserialize(deserializer)? {
            Json::Object(object) => Ok(object),
            Json::Leaf(_) | Json::List(_) => Err(serde::de::Error::custom("it is no object")),
        }
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::leaf(Value::Null))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::leaf(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::leaf(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::leaf(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Json::leaf(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::leaf(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Json, A::Error> {
        let mut object = Vec::new();
        while let Some(field) = fields.next_entry()? {
            object.push(field);
        }
        Ok(Json::Object(Object(object)))
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Leaf(value) => value.serialize(serializer),
            Self::List(list) => list.serialize(serializer),
            Self::Object(object) => object.serialize(serializer),
        }
    }
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}
